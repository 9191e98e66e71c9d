import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { ProjectActions } from './actions/ProjectActions.tsx'
import { regionLabel } from './region-label.rules.ts'
import { ProjectStatusDot } from './state/ProjectStatusDot.tsx'

export function ProjectHeader({ project }: { project: Project }) {
  return (
    <PageHeader
      title={project.name}
      aside={
        // A status that changes by itself is announced.
        <span role="status" className="text-ink-muted">
          <ProjectStatusDot project={project} />
        </span>
      }
      description={
        <span className="flex flex-wrap items-center gap-x-3 text-sm">
          {regionLabel(project.region)}
          <span className="inline-flex items-center gap-0.5">
            <code className="text-xs">{project.ref}</code>
            <CopyButton text={project.ref} label="Copy project ref" />
          </span>
        </span>
      }
      actions={<ProjectActions project={project} />}
    />
  )
}
