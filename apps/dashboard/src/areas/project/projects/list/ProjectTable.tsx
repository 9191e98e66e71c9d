import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link } from '@tanstack/react-router'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { regionLabel } from '../region-label.rules.ts'
import { ProjectStatusDot } from '../state/ProjectStatusDot.tsx'

const columns: TableColumn<Project>[] = [
  {
    key: 'project',
    header: 'Project',
    cell: ({ ref, name }) => (
      <span className="flex items-baseline gap-3 whitespace-nowrap">
        <Link
          to="/project/$ref"
          params={{ ref }}
          className="max-w-44 truncate rounded-sm font-medium hover:underline sm:max-w-md"
        >
          {name}
        </Link>
        <code className="hidden text-ink-faint text-xs sm:inline">{ref}</code>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '14rem',
    cell: (project) => <ProjectStatusDot project={project} />,
  },
  {
    key: 'region',
    header: 'Region',
    width: '14rem',
    cell: ({ region }) => <span className="whitespace-nowrap">{regionLabel(region)}</span>,
  },
  {
    key: 'created',
    header: 'Created',
    width: '9rem',
    cell: ({ created_at }) => <When time={created_at} className="whitespace-nowrap text-ink-muted" />,
  },
]

export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  return <Table label="Projects" columns={columns} rows={projects} rowKey={({ ref }) => ref} />
}
