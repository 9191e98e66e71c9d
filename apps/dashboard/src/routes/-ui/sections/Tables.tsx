import { Ellipsis } from 'lucide-react'
import { formatBytes } from '../../../lib/bytes.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import type { Tone } from '../../../ui/text/tone.ts'
import { Specimen } from '../Specimen.tsx'

interface Project {
  name: string
  status: string
  tone: Tone
  bytes: number
}

const projects: Project[] = [
  { name: 'production', status: 'Healthy', tone: 'success', bytes: 48_318_382_080 },
  { name: 'staging', status: 'Paused', tone: 'neutral', bytes: 1_288_490_188 },
  { name: 'load-test', status: 'Failed', tone: 'critical', bytes: 9_437_184 },
]

const columns: TableColumn<Project>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <TextLink href="#Tables" tone="quiet">
        {name}
      </TextLink>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, tone }) => <StatusDot tone={tone}>{status}</StatusDot>,
  },
  { key: 'size', header: 'Size', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    width: '3rem',
    cell: ({ name }) => <IconButton label={`Actions for ${name}`} icon={Ellipsis} size="sm" />,
  },
]

export function Tables() {
  return (
    <>
      <Specimen name="Table, one row selected" wide>
        <Table
          label="Projects"
          columns={columns}
          rows={projects}
          rowKey={(row) => row.name}
          isSelected={(row) => row.name === 'staging'}
        />
      </Specimen>
      <Specimen name="Dense" wide>
        <Table label="Projects, dense" columns={columns} rows={projects} rowKey={(row) => row.name} dense />
      </Specimen>
    </>
  )
}
