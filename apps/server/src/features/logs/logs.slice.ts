import { LOG_BYTES_MAX, logRetentionDays } from '@basalt/contract/logs/logs.rules.ts'
import type { LogSource } from '@basalt/log-store/log-event.ts'
import { openLogStore } from '@basalt/log-store/log-store.ts'
import type { ApiCall } from '../../http/api-calls.ts'
import { every } from '../../platform/jobs/job.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { PoolerAttempt } from '../poolers/poolers.port.ts'
import type { WebhookAttempt } from '../table-webhooks/table-webhooks.port.ts'
import { followedLogs } from './followed-logs.ts'
import { keptRange } from './kept-range.ts'
import { logPlans } from './log-plans.ts'
import { poolerSource, requestsSource, storedSources, webhooksSource } from './log-views.ts'
import { logsRoutes } from './logs.routes.ts'
import { logsService } from './logs.service.ts'
import { loginEvent } from './pooler-events.ts'
import { postgresLogs } from './postgres-logs.ts'
import { requestEvent } from './request-events.ts'
import { requestsByHour } from './requests-by-hour.ts'
import { webhookEvent } from './webhook-events.ts'

interface Needs {
  /** Where events are kept. */
  directory: string
  /** Whether there is such a project. */
  hasProject(ref: string): MaybePromise<boolean>
  /** What other features keep in the same store. */
  sources: readonly LogSource[]
}

/** What is removed at once from a full disk: a few minutes of the busiest project. */
const ROOM_BYTES = 16 * 1024 * 1024

const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

/** Below those of the metadata database and of instances. It may read the files of logs, and nothing else. */
const LOG_READER = 69_998
const DAY_MS = 86_400_000

/** What happens in projects: requests to their APIs, what their databases report, logins at the poolers. */
export function logsSlice(
  { gates, engine, metadata, now, log, failed }: Platform,
  { directory, hasProject, sources }: Needs,
) {
  const store = openLogStore({
    directory,
    sources: [...storedSources, ...sources],
    now: () => now().getTime(),
    reader: process.getuid?.() === 0 ? { uid: LOG_READER, gid: LOG_READER } : undefined,
    onFailed(error) {
      failed('Writing the logs of projects failed')(error)
      if (isDiskFull(error)) void makeRoom().catch(failed('Removing old logs from a full disk failed'))
    },
    onDamaged: (ref, files) => log.error({ ref, files }, 'Files of logs are damaged and were set aside'),
  })
  const databases = postgresLogs({ engine, store, onFailed: failed('Reading the log of a database failed') })
  const plans = logPlans(metadata)
  const rangeOf = keptRange({ planOf: plans.of, now })
  const logs = logsService({ store, flush: databases.flush, rangeOf })
  const followed = followedLogs(store)

  let makingRoom: Promise<void> | undefined
  /** Once at a time. What could not be written meanwhile is counted; the oldest events of all projects go instead. */
  function makeRoom(): Promise<void> {
    makingRoom ??= removeOldest().finally(() => {
      makingRoom = undefined
    })
    return makingRoom
  }

  async function removeOldest() {
    const removed = await store.makeRoom(ROOM_BYTES, (ref, removal) =>
      // On a full disk, the metadata may be unable to store what drains lose; the log of the server then has it.
      followed.beforeRemoval(ref, removal).catch(failed('Counting what log drains lose failed')),
    )
    for (const [ref, bytes] of removed)
      log.warn({ ref, bytes }, 'The disk is full: the oldest logs of a project were removed')
  }

  async function keepUp() {
    await store.compact()
    // In this order, so that the files of a project that is made meanwhile are not taken for those of a deleted one.
    const refs = await store.keys()
    const known = await plans.all()
    for (const ref of refs) {
      const plan = known.get(ref)
      if (plan === undefined) await store.remove(ref)
      else {
        const before = now().getTime() - logRetentionDays[plan] * DAY_MS
        const bytes = await store.prune(ref, before, LOG_BYTES_MAX, (removal) =>
          followed.beforeRemoval(ref, removal),
        )
        if (bytes > 0) log.warn({ ref, bytes }, 'The oldest logs of a project were removed to save space')
      }
    }
  }

  return {
    store,
    rangeOf,
    followed: followed.port,
    planOf: plans.of,
    keepUp,
    requestsByHour: requestsByHour({ store, now }),
    addCall: (call: ApiCall) => void store.add(call.project.ref, requestsSource.name, requestEvent(call)),
    addWebhookAttempt: (ref: string, attempt: WebhookAttempt) =>
      void store.add(ref, webhooksSource.name, webhookEvent(attempt)),
    /** Attempts name a project that may not exist. */
    addLogin(attempt: PoolerAttempt, isIn: boolean) {
      const at = now()
      void Promise.resolve(
        andThen(
          hasProject(attempt.ref),
          (exists) => exists && store.add(attempt.ref, poolerSource.name, loginEvent(attempt, isIn, at)),
        ),
      ).catch(failed('Writing a login to the logs failed'))
    },
    routes: (app) => app.register(logsRoutes({ gates, logs })),
    jobs: [
      {
        name: 'logs-upkeep',
        title: 'Compact and expire logs of projects',
        schedule: every({ hours: 1 }),
        run: keepUp,
      },
    ],
    start: databases.start,
    async close() {
      await databases.close()
      await store.close()
    },
    async forget(ref: string) {
      databases.forget(ref)
      await store.remove(ref)
    },
  } satisfies SliceWithPort
}
