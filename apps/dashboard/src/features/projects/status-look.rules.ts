import { isInTransition, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { Tone } from '../../ui/tone.ts'

const settled: Partial<Record<ProjectStatus, Tone>> = {
  ACTIVE_HEALTHY: 'success',
  ACTIVE_UNHEALTHY: 'critical',
  INIT_FAILED: 'critical',
  RESTORE_FAILED: 'critical',
  PAUSE_FAILED: 'warning',
  UNKNOWN: 'warning',
}

/** The colour of a status, and whether it is only passing. A paused project is at rest, which is no fault. */
export const statusLook = (status: ProjectStatus): { tone: Tone; busy: boolean } => ({
  tone: settled[status] ?? 'neutral',
  busy: isInTransition(status),
})
