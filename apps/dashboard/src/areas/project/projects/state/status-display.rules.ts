import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isInTransition, type ProjectStatus, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import type { Tone } from '../../../../ui/text/tone.ts'

const settled: Partial<Record<ProjectStatus, Tone>> = {
  ACTIVE_HEALTHY: 'success',
  ACTIVE_UNHEALTHY: 'critical',
  INIT_FAILED: 'critical',
  RESTORE_FAILED: 'critical',
  PAUSE_FAILED: 'warning',
  UNKNOWN: 'warning',
}

/** The colour and label of a status, and whether it is transitional. Paused and sleeping projects are neutral. */
export const statusDisplay = ({
  status,
  asleep_since,
}: Pick<Project, 'status' | 'asleep_since'>): { tone: Tone; busy: boolean; label: string } =>
  asleep_since === null
    ? { tone: settled[status] ?? 'neutral', busy: isInTransition(status), label: statusLabels[status] }
    : { tone: 'neutral', busy: false, label: 'Sleeping' }
