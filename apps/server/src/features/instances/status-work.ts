import type { ProjectIncident } from '@basalt/contract/notifications/notifications.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { isMetadataFailure } from '../../platform/metadata/metadata-errors.ts'
import { WorkCancelled } from '../../platform/work-cancelled.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import type { ProjectStatuses } from './project-statuses.ts'
import type { WorkQueue } from './work-queue.ts'

const incidents = {
  INIT_FAILED: 'project_creation_failed',
  PAUSE_FAILED: 'project_pause_failed',
  RESTORE_FAILED: 'project_restore_failed',
  ACTIVE_UNHEALTHY: 'project_down',
} as const satisfies Partial<Record<ProjectStatus, ProjectIncident>>
export type FailedStatus = keyof typeof incidents

/** Work that a status announces, and how it may fail. */
export function statusWork({
  statuses,
  queue,
  report,
}: {
  statuses: ProjectStatuses
  queue: WorkQueue
  report: ReportIncident
}) {
  return {
    /** Reports only a failure that changed the status; any other may be outdated. */
    async fail(
      ref: string,
      from: readonly ProjectStatus[],
      to: FailedStatus,
      failure: string,
      incident: ProjectIncident = incidents[to],
    ) {
      if (await statuses.change(ref, from, to, failure)) await report(ref, incident, failure)
    },

    /**
     * Does the work that a status announces, unless the project has left that status. When the metadata database is down or
     * full, no failure is written and the watch retries the work.
     */
    whileIn: (
      ref: string,
      status: ProjectStatus,
      work: () => Promise<unknown>,
      failed: (error: unknown) => Promise<unknown>,
    ) =>
      queue.add(ref, async () => {
        if ((await statuses.statusOf(ref)) !== status) return
        try {
          await work()
        } catch (error) {
          if (!isMetadataFailure(error)) await failed(error)
          if (!(error instanceof WorkCancelled)) throw error
        }
      }),
  }
}

/** SQLSTATE of a full disk: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQL_DISK_FULL = '53100'

/** Whether work failed because the disk was full, so that a retry may succeed. */
export const isDiskFull = (error: unknown) => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (code === (cause instanceof EngineError ? 'disk_full' : SQL_DISK_FULL)) return true
  }
  return false
}

export const failureMessage = (error: unknown) =>
  error instanceof EngineError
    ? error.message
    : `The database could not be started: ${(error as Error).message}`
