import { setTimeout as delay } from 'node:timers/promises'
import type { JobOverview } from '@basalt/contract/jobs/jobs.schema.ts'
import { statusesFor } from '@basalt/contract/projects/status.rules.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { JobInsert, JobWithMetadata, PgBoss, Job as StoredRun } from 'pg-boss'
import type { Projects } from '../../features/projects/projects.port.ts'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../metadata/metadata.ts'
import { isMetadataFailure, orMetadataFailure } from '../metadata/metadata-errors.ts'
import { within } from '../within.ts'
import { GIVEN_UP, JOBS_SCHEMA, openBoss, optionsOf } from './boss.ts'
import type { Job, PlainJob, ProjectJob } from './job.ts'
import { messageIn, storedOverviews } from './job-overview.ts'
import { ABORT_WITHIN_MS, POLL_SECONDS, STOP_WITHIN_MS } from './jobs.rules.ts'
import { runningJobs } from './running-jobs.ts'

/** A run whose last retry has failed. */
export interface GivenUpRun {
  title: string
  name: string
  /** The project it was for, if any. */
  ref: string | null
  error: string
}

interface Deps {
  metadata: Metadata
  projects: Pick<Projects, 'find' | 'refsIn'>
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
 * Runs the jobs of all features on pg-boss in the metadata database, so that schedules, retries and what is queued
 * survive a restart. Nothing runs before `start`. While the metadata database is down nothing starts, and each queue
 * asks for it once in `POLL_SECONDS`.
 */
export function createJobs({ metadata, projects, log, now, pollSeconds = POLL_SECONDS }: Deps) {
  const jobs = new Map<string, Job>()
  const running = runningJobs(now)
  const workers = new Map<string, string[]>()
  const closing = new AbortController()
  let opened: Promise<PgBoss> | undefined
  let starting: Promise<void> | undefined
  let onGivenUp: (run: GivenUpRun) => Promise<unknown> = async () => undefined
  let isAway = false

  /** Once for each outage, not at every look of every queue. */
  const tellOfError = (error: unknown) => {
    // What a stopping server leaves unanswered is found by the next one.
    if (closing.signal.aborted) return
    const isOutage = isMetadataFailure(orMetadataFailure(error))
    if (!(isOutage && isAway)) log.error({ err: error }, 'Running jobs failed')
    isAway = isOutage
  }
  const onAnswer = () => {
    isAway = false
  }

  const open = () => {
    if (closing.signal.aborted) throw new AppError('instance_unavailable', 'The server is stopping')
    opened ??= openBoss(metadata, [...jobs.keys()], log, pollSeconds, {
      onError: tellOfError,
      onAnswer,
    }).catch((error) => {
      opened = undefined
      throw orMetadataFailure(error)
    })
    return opened
  }

  const jobNamed = (name: string) => {
    const job = jobs.get(name)
    if (!job) throw new Error(`No feature offers a job ${name}`)
    return job
  }

  /** Looks for runs now instead of at the next poll. */
  const wake = (boss: PgBoss, name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }

  const add = async (name: string, runs: JobInsert<Data>[]) => {
    const boss = await open()
    const ids = await boss.insert(name, runs, { returnId: true })
    wake(boss, name)
    return ids?.length ?? 0
  }

  /** One run for each project whose database is up. */
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
    return job.forProjects === 'wake' || project.asleep_since === null
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
    for (let place = 0; place < (job.concurrency ?? 1); place += 1)
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

  const workOnGivenUp = (boss: PgBoss) =>
    boss.work(
      GIVEN_UP,
      { pollingIntervalSeconds: pollSeconds, includeMetadata: true },
      async ([run]: JobWithMetadata<Data>[]) => {
        const name = run!.sourceName ?? ''
        const title = jobs.get(name)?.title ?? name
        await onGivenUp({ title, name, ref: run!.data.ref ?? null, error: messageIn(run!.sourceOutput) })
      },
    )

  /** May be done again when it failed halfway. */
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

  /** Runs of a server that was killed are tried again: nobody else runs any. */
  const failInterrupted = async (boss: PgBoss) => {
    const { rows } = await sql<{ name: string; ids: string[] }>`
      select name, array_agg(id::text) as ids from ${sql.table(`${JOBS_SCHEMA}.job`)}
      where state = 'active' and name = any(${[...jobs.keys()]}::text[]) group by name`.execute(metadata)
    for (const { name, ids } of rows) await boss.fail(name, ids, new Error('The server was stopped'))
  }

  /** Asking all at once, queues would open a connection each, which the pool closes again before they next ask. */
  const spreadPolls = (boss: PgBoss) => {
    const ids = [...workers.values()].flat()
    for (const [place, id] of ids.entries())
      setTimeout(() => boss.notifyWorker(id), (place * pollSeconds * 1000) / ids.length).unref()
  }

  const begin = async () => {
    for (let pause = 1_000; !closing.signal.aborted; pause = Math.min(pause * 2, OPEN_RETRY_MAX_MS))
      try {
        const boss = await prepare()
        for (const job of jobs.values()) await work(boss, job)
        await workOnGivenUp(boss)
        spreadPolls(boss)
        return
      } catch (error) {
        if (closing.signal.aborted) return
        tellOfError(error)
        await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
  }

  return {
    /** Adds what features offer. To be called before `start`. */
    define(offered: readonly Job[]) {
      for (const job of offered) {
        if (jobs.has(job.name)) throw new Error(`Two jobs are called ${job.name}`)
        jobs.set(job.name, job)
      }
    },

    /** Who is told of runs whose last retry has failed. When that fails, it is tried again. */
    onGivenUp(listener: (run: GivenUpRun) => Promise<unknown>) {
      onGivenUp = listener
    },

    /**
     * Resolves once the run is stored; false when one with the same key is queued or under way.
     * Throws MetadataUnavailable.
     */
    async enqueue<D extends object>(job: PlainJob<D>, data: D): Promise<boolean> {
      const singletonKey = job.key?.(data) ?? crypto.randomUUID()
      return (await add(job.name, [{ ...optionsOf(job), data: data as Data, singletonKey }])) > 0
    },

    /** Enqueues a run of a job for one project. False when one is queued or under way already. */
    async enqueueFor(job: ProjectJob, ref: string): Promise<boolean> {
      return (await add(job.name, [{ ...optionsOf(job), data: { ref }, singletonKey: ref }])) > 0
    },

    /** Runs a scheduled job now, for all projects if it is for projects. False when it is queued or under way. */
    async runNow(name: string): Promise<boolean> {
      const job = jobNamed(name)
      return (await add(name, [{ ...optionsOf(job), data: {}, singletonKey: SCHEDULED }])) > 0
    },

    /** Whether a scheduled job has this name. */
    isScheduled: (name: string) => jobs.get(name)?.schedule !== undefined,

    /** Aborts a run that is under way, and takes one that is queued away. False when there is none. */
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
      const underWay = Map.groupBy(running.list(), ({ name }) => name)
      return Promise.all(
        [...jobs.values()].map(async ({ name, title, schedule }) => {
          const [next] = schedule ? await boss.previewSchedule(schedule, { count: 1, from: now() }) : []
          const { active, ...known } = stored.get(name)!
          const here = (underWay.get(name) ?? []).map(({ id, ref, attempt, startedAt, progress }) => ({
            id,
            ref,
            attempt,
            started_at: startedAt.toISOString(),
            progress,
          }))
          // Runs that have just begun or ended are known to the database alone.
          const others = active.filter(({ id }) => !here.some((run) => run.id === id))
          return {
            name,
            title,
            schedule: schedule ?? null,
            next_run_at: next?.toISOString() ?? null,
            running: [...here, ...others.map((run) => ({ ...run, progress: null }))],
            ...known,
          }
        }),
      )
    },

    /** Begins once `ready` has settled, and tries until the metadata database answers. */
    start(ready: Promise<unknown> = Promise.resolve()) {
      starting ??= ready.then(begin, begin)
    },

    /**
     * Starts no more runs and waits for those under way for `STOP_WITHIN_MS`. Then their signals are aborted; what has
     * not ended `ABORT_WITHIN_MS` later is left behind, and is tried again at the next start.
     */
    async close() {
      closing.abort()
      await within(STOP_WITHIN_MS + ABORT_WITHIN_MS, stop())
    },
  }

  async function stop() {
    await starting
    const boss = await opened?.catch(() => undefined)
    await boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS, close: false })
  }
}
