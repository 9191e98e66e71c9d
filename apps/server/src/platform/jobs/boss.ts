import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Db } from 'pg-boss'
import type { Metadata } from '../metadata/metadata.ts'
import type { Job } from './job.ts'
import {
  DEFAULT_RETRY,
  DEFAULT_TIME_LIMIT_MINUTES,
  HEARTBEAT_SECONDS,
  PROJECT_RETENTION_SECONDS,
  RETENTION_SECONDS,
  SUPERVISE_SECONDS,
  UNUSED_INTERVAL_SECONDS,
} from './jobs.rules.ts'

/** The schema of pg-boss in the metadata database. pg-boss migrates it. */
export const JOBS_SCHEMA = 'basalt_jobs'

/** The queue of runs whose last retry failed, until the owner has been notified. */
export const DEAD_LETTERS = 'given-up'

/**
 * The metadata in the form that pg-boss needs: on the server's own pool, so that it opens no connection and its
 * statements have the usual time limit.
 * @param onAnswer called after each answered statement
 */
const bossDatabase = (metadata: Metadata, onAnswer: () => void): Db => ({
  async executeSql(text, values = []) {
    const { rows } = await metadata.executeQuery(CompiledQuery.raw(text, values))
    onAnswer()
    return { rows }
  },
})

/** Opens pg-boss with a queue for each job. Can be repeated when it failed halfway. */
export async function openBoss(
  metadata: Metadata,
  names: readonly string[],
  log: FastifyBaseLogger,
  pollSeconds: number,
  listeners: { onError(error: unknown): void; onAnswer(): void },
) {
  // Loaded after the start, which need not wait for it.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: bossDatabase(metadata, listeners.onAnswer),
    schema: JOBS_SCHEMA,
    registerInstance: false,
    openTelemetry: { enabled: false },
    monitorVacuum: false,
    // The time limit of statements would cut it short.
    reindex: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    cronWorkerIntervalSeconds: Math.max(1, pollSeconds),
    flowIntervalSeconds: UNUSED_INTERVAL_SECONDS,
    bamIntervalSeconds: UNUSED_INTERVAL_SECONDS,
    queueCacheIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', listeners.onError)
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  try {
    await boss.start()
    await boss.createQueue(DEAD_LETTERS, { retryLimit: 5, retryDelay: 60, retryBackoff: true })
    for (const name of names) await boss.createQueue(name, { policy: 'exclusive' })
  } catch (error) {
    await boss.stop({ graceful: false, close: false })
    throw error
  }
  return boss
}

/** The options that are stored with every run of a job. */
export function optionsOf(job: Job) {
  const { limit, delaySeconds, maxDelaySeconds } = job.retry ?? DEFAULT_RETRY
  return {
    retryLimit: limit,
    retryDelay: delaySeconds,
    retryDelayMax: maxDelaySeconds,
    retryBackoff: true,
    expireInSeconds: (job.timeLimitMinutes ?? DEFAULT_TIME_LIMIT_MINUTES) * 60,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: job.forProjects ? PROJECT_RETENTION_SECONDS : RETENTION_SECONDS,
    ...(job.notifiesOwner !== false && { deadLetter: DEAD_LETTERS }),
  }
}
