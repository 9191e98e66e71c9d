import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { StatusDot } from '../../../../ui/feedback/StatusDot.tsx'
import { statusLook } from './status-look.rules.ts'

export function ProjectStatusDot({ project }: { project: Pick<Project, 'status' | 'asleep_since'> }) {
  const { tone, busy, words } = statusLook(project)
  return (
    <StatusDot tone={tone} busy={busy}>
      {words}
    </StatusDot>
  )
}
