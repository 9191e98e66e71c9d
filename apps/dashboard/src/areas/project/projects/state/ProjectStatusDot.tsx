import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { StatusDot } from '../../../../ui/feedback/StatusDot.tsx'
import { statusDisplay } from './status-display.rules.ts'

export function ProjectStatusDot({ project }: { project: Pick<Project, 'status' | 'asleep_since'> }) {
  const { tone, busy, label } = statusDisplay(project)
  return (
    <StatusDot tone={tone} busy={busy}>
      {label}
    </StatusDot>
  )
}
