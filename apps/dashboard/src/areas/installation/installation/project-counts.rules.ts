import { isInTransition, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

type Health = 'failed' | 'transitioning' | 'healthy' | 'paused'

const failed: readonly ProjectStatus[] = [
  'ACTIVE_UNHEALTHY',
  'INIT_FAILED',
  'RESTORE_FAILED',
  'PAUSE_FAILED',
  'UNKNOWN',
]

const healthOf = (status: ProjectStatus): Health => {
  if (failed.includes(status)) return 'failed'
  if (isInTransition(status) || status === 'REMOVED') return 'transitioning'
  return status === 'INACTIVE' ? 'paused' : 'healthy'
}

/** The number of projects by health, and the failed ones. */
export function projectCounts<P extends { status: ProjectStatus }>(projects: readonly P[]) {
  const of = (health: Health) => projects.filter(({ status }) => healthOf(status) === health)
  return {
    healthy: of('healthy').length,
    paused: of('paused').length,
    transitioning: of('transitioning').length,
    failed: of('failed'),
  }
}
