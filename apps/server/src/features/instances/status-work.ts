import type { ProjectIncident } from '@basalt/contract/notifications/notifications.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { isMetadataFailure } from '../../platform/metadata/metadata-errors.ts'
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

/** Work that a status announces, and the failures it may end with. */
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
    /** Only a failure that changed the status is reported; any other may be out of date. */
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
     * Does what a status announces, unless the project has left it. When the metadata database is down or full, no failure is
     * written and the watch retries the work.
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
          throw error
        }
      }),
  }
}

/** What PostgreSQL says of a full disk: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQL_DISK_FULL = '53100'

/** Whether work failed for want of room on the disk, so that it may succeed later as it is. */
export const isDiskFull = (error: unknown) => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (code === (cause instanceof EngineError ? 'disk_full' : SQL_DISK_FULL)) return true
  }
  return false
}

export const inWords = (error: unknown) =>
  error instanceof EngineError
    ? error.message
    : `The database could not be started: ${(error as Error).message}`
