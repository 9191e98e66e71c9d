import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { type DatabaseStatus, FAIL_OVER_FROM } from '@basalt/contract/replicas/replicas.rules.ts'

const RUNS: readonly DatabaseStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY']
const PAUSED: readonly ProjectStatus[] = ['INACTIVE', 'PAUSING', 'PAUSE_FAILED']

/**
 * What people see of a replica: it stops with its primary, and its stored status says what it is once that runs again. One
 * of a sleeping primary reads healthy, because the next read wakes both.
 */
export function shownStatus(
  status: DatabaseStatus,
  { primary, isRunning }: { primary: ProjectStatus; isRunning: boolean },
): DatabaseStatus {
  if (isRunning || !RUNS.includes(status)) return status
  if (PAUSED.includes(primary)) return 'INACTIVE'
  return (FAIL_OVER_FROM as readonly ProjectStatus[]).includes(primary) ? 'ACTIVE_UNHEALTHY' : status
}
