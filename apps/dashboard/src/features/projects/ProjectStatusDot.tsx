import { type ProjectStatus, statusWords } from '@basalt/contract/projects/status.rules.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { statusLook } from './status-look.rules.ts'

export function ProjectStatusDot({ status }: { status: ProjectStatus }) {
  const { tone, busy } = statusLook(status)
  return (
    <StatusDot tone={tone} busy={busy}>
      {statusWords[status]}
    </StatusDot>
  )
}
