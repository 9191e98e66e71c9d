import { isInTransition, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'

type Health = 'failed' | 'passing' | 'healthy' | 'paused'

const failed: readonly ProjectStatus[] = [
  'ACTIVE_UNHEALTHY',
  'INIT_FAILED',
  'RESTORE_FAILED',
  'PAUSE_FAILED',
  'UNKNOWN',
]

const healthOf = (status: ProjectStatus): Health => {
  if (failed.includes(status)) return 'failed'
  if (isInTransition(status) || status === 'REMOVED') return 'passing'
  return status === 'INACTIVE' ? 'paused' : 'healthy'
}

/** How many projects are how, and which of them need somebody. */
export function projectCounts<P extends { status: ProjectStatus }>(projects: readonly P[]) {
  const of = (health: Health) => projects.filter(({ status }) => healthOf(status) === health)
  return {
    healthy: of('healthy').length,
    paused: of('paused').length,
    passing: of('passing').length,
    failed: of('failed'),
  }
}
