import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isInTransition, type ProjectStatus, statusWords } from '@basalt/contract/projects/status.rules.ts'
import type { Tone } from '../../../../ui/text/tone.ts'

const settled: Partial<Record<ProjectStatus, Tone>> = {
  ACTIVE_HEALTHY: 'success',
  ACTIVE_UNHEALTHY: 'critical',
  INIT_FAILED: 'critical',
  RESTORE_FAILED: 'critical',
  PAUSE_FAILED: 'warning',
  UNKNOWN: 'warning',
}

/**
 * The colour and the words of a status, and whether it is only passing. A project that is paused or asleep is at rest,
 * which is no fault.
 */
export const statusLook = ({
  status,
  asleep_since,
}: Pick<Project, 'status' | 'asleep_since'>): { tone: Tone; busy: boolean; words: string } =>
  asleep_since === null
    ? { tone: settled[status] ?? 'neutral', busy: isInTransition(status), words: statusWords[status] }
    : { tone: 'neutral', busy: false, words: 'Sleeping' }
