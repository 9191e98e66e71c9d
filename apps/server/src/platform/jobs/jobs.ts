import { setTimeout as delay } from 'node:timers/promises'
import type { JobOverview } from '@basalt/contract/jobs/jobs.schema.ts'
import { statusesFor } from '@basalt/contract/projects/status.rules.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { JobInsert, JobWithMetadata, PgBoss, Job as StoredRun } from 'pg-boss'
import type { Projects } from '../../features/projects/projects.port.ts'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../metadata/metadata.ts'
import { isMetadataFailure, toMetadataFailure } from '../metadata/metadata-errors.ts'
import { within } from '../within.ts'
import { DEAD_LETTERS, JOBS_SCHEMA, openBoss, optionsOf } from './boss.ts'
import type { Job, PlainJob, ProjectJob } from './job.ts'
import { messageIn, storedOverviews } from './job-overview.ts'
import { ABORT_TIMEOUT_MS, POLL_SECONDS, STOP_TIMEOUT_MS } from './jobs.rules.ts'
import { runningJobs } from './running-jobs.ts'

/** A run whose last retry has failed. */
export interface DeadLetter {
  title: string
  name: string
  /** The project it ran for, if any. */
  ref: string | null
  error: string
}

interface Deps {
  metadata: Metadata
  projects: Pick<Projects, 'find' | 'refsIn'>
  /** Whether jobs may wake a project; all by default. */
  mayWake?: (ref: string) => Promise<boolean>
  log: FastifyBaseLogger
  now: () => Date
  /** `POLL_SECONDS` by default. */
  pollSeconds?: number | undefined
}

export type Jobs = ReturnType<typeof createJobs>

const SCHEDULED = 'schedule'
const OPEN_RETRY_MAX_MS = 30_000

type Data = { ref?: string }

/**
 * Runs the jobs of all features on pg-boss in the metadata database, so that schedules, retries and queued runs survive
 * a restart. Nothing runs before `start`. While the metadata database is down no run starts, and each queue polls it
 * once in `POLL_SECONDS`.
 */
export function createJobs({
  metadata,
  projects,
  mayWake = async () => true,
  log,
  now,
  pollSeconds = POLL_SECONDS,
}: Deps) {
  const jobs = new Map<string, Job>()
  const running = runningJobs(now)
  const workers = new Map<string, string[]>()
  const closing = new AbortController()
  let opened: Promise<PgBoss> | undefined
  let starting: Promise<void> | undefined
  let onDeadLetter: (run: DeadLetter) => Promise<unknown> = async () => undefined
  let isDown = false

  /** Logs an outage once, not at every poll of every queue. */
  const reportError = (error: unknown) => {
    // The next server does what a stopping one leaves.
    if (closing.signal.aborted) return
    const isOutage = isMetadataFailure(toMetadataFailure(error))
    if (!(isOutage && isDown)) log.error({ err: error }, 'Running jobs failed')
    isDown = isOutage
  }
  const onAnswer = () => {
    isDown = false
  }

  const open = () => {
    if (closing.signal.aborted) throw new AppError('instance_unavailable', 'The server is stopping')
    opened ??= openBoss(metadata, [...jobs.keys()], log, pollSeconds, {
      onError: reportError,
      onAnswer,
    }).catch((error) => {
      opened = undefined
      throw toMetadataFailure(error)
    })
    return opened
  }

  const jobNamed = (name: string) => {
    const job = jobs.get(name)
    if (!job) throw new Error(`No feature offers a job ${name}`)
    return job
  }

  /** Polls now instead of at the next interval. */
  const wake = (boss: PgBoss, name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }

  const add = async (name: string, runs: JobInsert<Data>[]) => {
    const boss = await open()
    const ids = await boss.insert(name, runs, { returnId: true })
    wake(boss, name)
    return ids?.length ?? 0
  }

  /** Enqueues one run for each project whose database is up. */
  const addForProjects = async (job: ProjectJob) => {
    const awake = job.forProjects === 'only-if-awake' ? { isAsleep: false } : undefined
    const found = await projects.refsIn(statusesFor('query'), awake)
    await add(
      job.name,
      found.map(({ ref }) => ({ ...optionsOf(job), data: { ref }, singletonKey: ref })),
    )
  }

  const isDue = async (job: ProjectJob, ref: string) => {
    const project = await projects.find(ref)
    if (!project || !statusesFor('query').includes(project.status)) return false
    return project.asleep_since === null || (job.forProjects === 'wake' && (await mayWake(ref)))
  }

  const perform = async (boss: PgBoss, job: Job, stored: StoredRun<Data>) => {
    const { ref } = stored.data
    await running.during(job, stored, async (context) => {
      if (!job.forProjects) return job.run({ ...context, data: stored.data })
      if (ref === undefined) return addForProjects(job)
      if (await isDue(job, ref)) return job.run({ ...context, ref })
    })
    wake(boss, job.name)
  }

  const work = async (boss: PgBoss, job: Job) => {
    const ids: string[] = []
    workers.set(job.name, ids)
    for (let index = 0; index < (job.concurrency ?? 1); index += 1)
      ids.push(
        await boss.work<Data>(job.name, { pollingIntervalSeconds: pollSeconds }, async ([stored]) => {
          try {
            await perform(boss, job, stored!)
          } catch (error) {
            log.error({ err: error, job: job.name, ref: stored!.data.ref }, 'A job failed')
            throw error
          }
        }),
      )
  }

  const workDeadLetters = (boss: PgBoss) =>
    boss.work(
      DEAD_LETTERS,
      { pollingIntervalSeconds: pollSeconds, includeMetadata: true },
      async ([run]: JobWithMetadata<Data>[]) => {
        const name = run!.sourceName ?? ''
        const title = jobs.get(name)?.title ?? name
        await onDeadLetter({ title, name, ref: run!.data.ref ?? null, error: messageIn(run!.sourceOutput) })
      },
    )

  /** Can be repeated when it failed halfway. */
  const prepare = async () => {
    const boss = await open()
    await failInterrupted(boss)
    const scheduled = new Set<string>()
    for (const job of jobs.values()) {
      if (!job.schedule) continue
      scheduled.add(job.name)
      const options = { ...optionsOf(job), singletonKey: SCHEDULED, missed: 'once' } as const
      await boss.schedule(job.name, job.schedule, {}, options)
    }
    for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
    for (const job of jobs.values())
      if (job.atStart) await add(job.name, [{ ...optionsOf(job), data: {}, singletonKey: SCHEDULED }])
    return boss
  }

  /** Fails, and so retries, the runs of a server that was killed. No other server has runs. */
  const failInterrupted = async (boss: PgBoss) => {
    const { rows } = await sql<{ name: string; ids: string[] }>`
      select name, array_agg(id::text) as ids from ${sql.table(`${JOBS_SCHEMA}.job`)}
      where state = 'active' and name = any(${[...jobs.keys()]}::text[]) group by name`.execute(metadata)
    for (const { name, ids } of rows) await boss.fail(name, ids, new Error('The server was stopped'))
  }

  /** Polling all at once, the queues would open a connection each, which the pool closes before their next poll. */
  const spreadPolls = (boss: PgBoss) => {
    const ids = [...workers.values()].flat()
    for (const [index, id] of ids.entries())
      setTimeout(() => boss.notifyWorker(id), (index * pollSeconds * 1000) / ids.length).unref()
  }

  const startWorkers = async () => {
    for (let pause = 1_000; !closing.signal.aborted; pause = Math.min(pause * 2, OPEN_RETRY_MAX_MS))
      try {
        const boss = await prepare()
        for (const job of jobs.values()) await work(boss, job)
        await workDeadLetters(boss)
        spreadPolls(boss)
        return
      } catch (error) {
        if (closing.signal.aborted) return
        reportError(error)
        await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
  }

  return {
    /** Adds the jobs of a feature. Must be called before `start`. */
    define(offered: readonly Job[]) {
      for (const job of offered) {
        if (jobs.has(job.name)) throw new Error(`Two jobs are called ${job.name}`)
        jobs.set(job.name, job)
      }
    },

    /** Sets the listener for runs whose last retry has failed. When it throws, it is called again later. */
    onDeadLetter(listener: (run: DeadLetter) => Promise<unknown>) {
      onDeadLetter = listener
    },

    /**
     * Resolves once the run is stored; to false when one with the same key is queued or active.
     * Throws MetadataUnavailable.
     */
    async enqueue<D extends object>(job: PlainJob<D>, data: D): Promise<boolean> {
      const singletonKey = job.key?.(data) ?? crypto.randomUUID()
      return (await add(job.name, [{ ...optionsOf(job), data: data as Data, singletonKey }])) > 0
    },

    /** Enqueues a run of a job for one project. False when one is queued or active already. */
    async enqueueFor(job: ProjectJob, ref: string): Promise<boolean> {
      return (await add(job.name, [{ ...optionsOf(job), data: { ref }, singletonKey: ref }])) > 0
    },

    /** Runs a scheduled job now; a project job for all projects. False when it is queued or active. */
    async runNow(name: string): Promise<boolean> {
      const job = jobNamed(name)
      return (await add(name, [{ ...optionsOf(job), data: {}, singletonKey: SCHEDULED }])) > 0
    },

    /** Whether the job with this name has a schedule. */
    isScheduled: (name: string) => jobs.get(name)?.schedule !== undefined,

    /** Aborts an active run, or removes a queued one. False when there is none. */
    async cancel(id: string): Promise<boolean> {
      const boss = await open()
      const { rows } = await sql<{ name: string }>`
        select name from ${sql.table(`${JOBS_SCHEMA}.job`)}
        where id = ${id}::uuid and state <= 'active' and name = any(${[...jobs.keys()]}::text[])`.execute(
        metadata,
      )
      const [found] = rows
      if (!found) return false
      await boss.cancel(found.name, id)
      running.abort(id)
      return true
    },

    async overview(): Promise<JobOverview[]> {
      const boss = await open()
      const stored = await storedOverviews(metadata, [...jobs.keys()])
      const local = Map.groupBy(running.list(), ({ name }) => name)
      return Promise.all(
        [...jobs.values()].map(async ({ name, title, schedule }) => {
          const [next] = schedule ? await boss.previewSchedule(schedule, { count: 1, from: now() }) : []
          const { active, ...rest } = stored.get(name)!
          const localRuns = (local.get(name) ?? []).map(({ id, ref, attempt, startedAt, progress }) => ({
            id,
            ref,
            attempt,
            started_at: startedAt.toISOString(),
            progress,
          }))
          // Only the database knows of runs that have just started or ended.
          const others = active.filter(({ id }) => !localRuns.some((run) => run.id === id))
          return {
            name,
            title,
            schedule: schedule ?? null,
            next_run_at: next?.toISOString() ?? null,
            running: [...localRuns, ...others.map((run) => ({ ...run, progress: null }))],
            ...rest,
          }
        }),
      )
    },

    /** Starts `afterMs` after `ready` has settled, and retries until the metadata database answers. */
    start(ready: Promise<unknown> = Promise.resolve(), afterMs = 0) {
      const startLater = async () => {
        await delay(afterMs, undefined, { signal: closing.signal }).catch(() => undefined)
        await startWorkers()
      }
      starting ??= ready.then(startLater, startLater)
    },

    /**
     * Starts no more runs and waits `STOP_TIMEOUT_MS` for active ones, then aborts their signals. Runs that have not ended
     * `ABORT_TIMEOUT_MS` later are abandoned and retried at the next start.
     */
    async close() {
      closing.abort()
      await within(STOP_TIMEOUT_MS + ABORT_TIMEOUT_MS, stop())
    },
  }

  async function stop() {
    await starting
    const boss = await opened?.catch(() => undefined)
    await boss?.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: false })
  }
}
