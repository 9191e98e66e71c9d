import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Db } from 'pg-boss'
import type { Metadata } from '../metadata/metadata.ts'
import type { Job } from './job.ts'
import {
  HEARTBEAT_SECONDS,
  KEPT_SECONDS,
  KEPT_SECONDS_PER_PROJECT,
  SUPERVISE_SECONDS,
  UNUSED_SECONDS,
  USUAL_RETRY,
  USUAL_TIME_LIMIT_MINUTES,
} from './jobs.rules.ts'

/** The schema of pg-boss in the metadata database. It migrates that itself. */
export const JOBS_SCHEMA = 'basalt_jobs'

/** The queue of runs that nothing could finish, until the owner has been told of them. */
export const GIVEN_UP = 'given-up'

/**
 * The metadata as pg-boss wants them: on the platform's own pool, so that its statements have the same time limit as
 * all others and it opens no connection.
 * @param onAnswer called after each statement that was answered
 */
const bossDatabase = (metadata: Metadata, onAnswer: () => void): Db => ({
  async executeSql(text, values = []) {
    const { rows } = await metadata.executeQuery(CompiledQuery.raw(text, values))
    onAnswer()
    return { rows }
  },
})

/** With a queue for each job. Everything it does may be done again when it failed halfway. */
export async function openBoss(
  metadata: Metadata,
  names: readonly string[],
  log: FastifyBaseLogger,
  pollSeconds: number,
  listeners: { onError(error: unknown): void; onAnswer(): void },
) {
  // It is loaded after the start, which need not wait for it.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: bossDatabase(metadata, listeners.onAnswer),
    schema: JOBS_SCHEMA,
    registerInstance: false,
    openTelemetry: { enabled: false },
    monitorVacuum: false,
    // It would be cut short by the time limit of statements.
    reindex: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    cronWorkerIntervalSeconds: Math.max(1, pollSeconds),
    flowIntervalSeconds: UNUSED_SECONDS,
    bamIntervalSeconds: UNUSED_SECONDS,
    queueCacheIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', listeners.onError)
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  try {
    await boss.start()
    await boss.createQueue(GIVEN_UP, { retryLimit: 5, retryDelay: 60, retryBackoff: true })
    for (const name of names) await boss.createQueue(name, { policy: 'exclusive' })
  } catch (error) {
    await boss.stop({ graceful: false, close: false })
    throw error
  }
  return boss
}

/** What is stored with every run of a job. */
export function optionsOf(job: Job) {
  const { limit, delaySeconds, maxDelaySeconds } = job.retry ?? USUAL_RETRY
  return {
    retryLimit: limit,
    retryDelay: delaySeconds,
    retryDelayMax: maxDelaySeconds,
    retryBackoff: true,
    expireInSeconds: (job.timeLimitMinutes ?? USUAL_TIME_LIMIT_MINUTES) * 60,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: job.forProjects ? KEPT_SECONDS_PER_PROJECT : KEPT_SECONDS,
    ...(job.notifiesOwner !== false && { deadLetter: GIVEN_UP }),
  }
}
