import { waitFor } from '@basalt/testing/wait-for.ts'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newMetadataDatabase } from '../../test/metadata-database.ts'
import { startOwnMetadata } from '../../test/own-metadata.ts'
import { metadataOver, openMetadataPool } from '../metadata/metadata.ts'
import { MetadataUnavailable } from '../metadata/metadata-errors.ts'
import { JOBS_SCHEMA } from './boss.ts'
import { every, type Job, type PlainJob } from './job.ts'
import { createJobs, type DeadLetter, type Jobs } from './jobs.ts'

const POLL_SECONDS = 0.5
/** The first retry is due at the next poll. */
const NO_DELAY = { delaySeconds: 0, maxDelaySeconds: 1 }

let database: Awaited<ReturnType<typeof newMetadataDatabase>>
let opened: AsyncDisposable[]
beforeEach(async () => {
  database = await newMetadataDatabase()
  opened = []
})
afterEach(async () => {
  for (const one of opened.toReversed()) await one[Symbol.asyncDispose]()
  await database.drop()
})

interface Options {
  url?: string
  statementTimeoutMs?: number
  projects?: { ref: string; asleep_since: string | null }[]
}

/** One server: its jobs on the metadata, and its log. */
function aServer(offered: Job[], { url = database.url, statementTimeoutMs, projects = [] }: Options = {}) {
  const pool = openMetadataPool(url)
  const logged: string[] = []
  const jobs = createJobs({
    metadata: metadataOver(pool, statementTimeoutMs),
    projects: {
      find: async (ref) =>
        ({ ...projects.find((one) => one.ref === ref), status: 'ACTIVE_HEALTHY' }) as never,
      refsIn: async (_statuses, only) =>
        projects
          .filter(({ asleep_since }) => only === undefined || (asleep_since !== null) === only.isAsleep)
          .map(({ ref }) => ({ ref, status: 'ACTIVE_HEALTHY' as const })),
    },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
    now: () => new Date(),
    pollSeconds: POLL_SECONDS,
  })
  jobs.define(offered)
  const server = {
    jobs,
    logged,
    of: async (name: string) => (await jobs.overview()).find((job) => job.name === name)!,
    async [Symbol.asyncDispose]() {
      await jobs.close()
      await pool.end()
    },
  }
  opened.push(server)
  return server
}

async function onDatabase(text: string) {
  const pool = openMetadataPool(database.url)
  const { rows } = await pool.query<{ id: string }>(text)
  await pool.end()
  return rows
}

const isIdle = async ({ jobs }: { jobs: Jobs }) =>
  (await jobs.overview()).every(({ running, queued }) => running.length === 0 && queued === 0)

/** A job that waits until `finish` is called or its signal aborts. */
function aSlowJob(more: Partial<PlainJob<{ n: number }>> = {}) {
  const gate = Promise.withResolvers<void>()
  const seen: number[] = []
  const job: PlainJob<{ n: number }> = {
    name: 'slow',
    title: 'Take long',
    ...more,
    async run({ data, signal, progress }) {
      seen.push(data.n)
      progress(1, 3)
      const aborted = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => aborted.reject(new Error('aborted')))
      await Promise.race([gate.promise, aborted.promise])
    },
  }
  return { job, seen, finish: gate.resolve }
}

test('nothing runs before the start; then enqueued runs start with their data', async () => {
  const { job, seen, finish } = aSlowJob()
  finish()
  const server = aServer([job])
  expect(await server.jobs.enqueue(job, { n: 7 })).toBe(true)
  expect(await server.of('slow')).toMatchObject({ queued: 1, running: [], last_run: null })
  expect(seen).toEqual([])
  server.jobs.start()
  await waitFor(() => isIdle(server))
  expect(seen).toEqual([7])
  expect(await server.of('slow')).toMatchObject({ last_run: { state: 'completed' }, failures: [] })
})

test('each key has at most one run, and a job at most its number of concurrent runs', async () => {
  const { job, seen, finish } = aSlowJob({ key: ({ n }) => String(n), concurrency: 2 })
  const server = aServer([job])
  server.jobs.start()
  for (const n of [1, 2, 3]) expect(await server.jobs.enqueue(job, { n })).toBe(true)
  expect(await server.jobs.enqueue(job, { n: 3 })).toBe(false)
  await waitFor(() => seen.length === 2)
  expect(await server.jobs.enqueue(job, { n: seen[0]! })).toBe(false)
  const { running, queued } = await server.of('slow')
  expect(running).toHaveLength(2)
  expect(running[0]).toMatchObject({ attempt: 1, ref: null, progress: { done: 1, total: 3 } })
  expect(queued).toBe(1)
  finish()
  await waitFor(() => isIdle(server))
  expect(seen.toSorted()).toEqual([1, 2, 3])
  expect(await server.jobs.enqueue(job, { n: 3 })).toBe(true)
})

test('a failed run is retried until it succeeds', async () => {
  const attempts: number[] = []
  const job: PlainJob = {
    name: 'flaky',
    title: 'Fail once',
    retry: { limit: 2, ...NO_DELAY },
    async run({ attempt }) {
      attempts.push(attempt)
      if (attempt === 1) throw new Error('not yet')
    },
  }
  const server = aServer([job])
  server.jobs.start()
  await server.jobs.enqueue(job, {})
  await waitFor(async () => (await server.of('flaky')).last_run?.state === 'completed')
  expect(attempts).toEqual([1, 2])
  expect(server.logged).toEqual(['A job failed'])
})

describe('a run whose last retry has failed', () => {
  const hopeless: PlainJob = {
    name: 'hopeless',
    title: 'Never work',
    retry: { limit: 1, ...NO_DELAY },
    run: () => Promise.reject(new Error('the disk is made of cheese')),
  }

  test('is reported and listed', async () => {
    const reported: DeadLetter[] = []
    const server = aServer([hopeless])
    server.jobs.onDeadLetter(async (run) => void reported.push(run))
    server.jobs.start()
    await server.jobs.enqueue(hopeless, {})
    await waitFor(() => reported.length > 0)
    const error = 'the disk is made of cheese'
    expect(reported).toEqual([{ name: 'hopeless', title: 'Never work', ref: null, error }])
    expect(await server.of('hopeless')).toMatchObject({
      queued: 0,
      last_run: { state: 'failed' },
      failures: [{ error, attempts: 2, retry_at: null }],
    })
  })

  test('is only listed when the job does not notify the owner', async () => {
    const reported: DeadLetter[] = []
    const server = aServer([{ ...hopeless, notifiesOwner: false }])
    server.jobs.onDeadLetter(async (run) => void reported.push(run))
    server.jobs.start()
    await server.jobs.enqueue(hopeless, {})
    await waitFor(async () => (await server.of('hopeless')).last_run?.state === 'failed')
    expect(reported).toEqual([])
  })
})

test('a queued run that is cancelled never runs', async () => {
  const { job, seen, finish } = aSlowJob()
  finish()
  const server = aServer([job])
  await server.jobs.enqueue(job, { n: 1 })
  const [queued] = await onDatabase(
    `select id::text from ${JOBS_SCHEMA}.job where name = 'slow' and state = 'created'`,
  )
  expect(await server.jobs.cancel(queued!.id)).toBe(true)
  await server.jobs.enqueue(job, { n: 2 })
  server.jobs.start()
  await waitFor(() => isIdle(server))
  expect(seen).toEqual([2])
})

test('an active run can be cancelled and is not retried', async () => {
  const { job, seen } = aSlowJob()
  const server = aServer([job])
  server.jobs.start()
  await server.jobs.enqueue(job, { n: 1 })
  const [run] = await waitFor(async () => {
    const { running } = await server.of('slow')
    return running.length > 0 ? running : undefined
  })
  expect(await server.jobs.cancel(run!.id)).toBe(true)
  await waitFor(() => isIdle(server))
  expect(await server.of('slow')).toMatchObject({ last_run: { state: 'cancelled' }, failures: [] })
  expect(await server.jobs.cancel(run!.id)).toBe(false)
  expect(await server.jobs.cancel(crypto.randomUUID())).toBe(false)
  expect(seen).toEqual([1])
  expect(server.logged).toEqual([])
})

test('the next server does what the last one left queued, and retries the run it was killed in', async () => {
  const { job: stuck, seen } = aSlowJob({ retry: { limit: 1, ...NO_DELAY } })
  const first = aServer([stuck])
  first.jobs.start()
  await first.jobs.enqueue(stuck, { n: 1 })
  await first.jobs.enqueue(stuck, { n: 2 })
  await waitFor(() => seen.length === 1)

  // The run of the first server is still active in the database, as after a kill.
  const done: [number, number][] = []
  const job: PlainJob<{ n: number }> = {
    ...stuck,
    run: async ({ data, attempt }) => void done.push([data.n, attempt]),
  }
  const pool = openMetadataPool(database.url)
  await first.jobs.close()
  await pool.query("update basalt_jobs.job set state = 'active', started_on = now() where data ->> 'n' = '1'")
  await pool.end()
  const second = aServer([job])
  second.jobs.start()
  await waitFor(() => done.length === 2)
  expect(done.map(([n]) => n).toSorted()).toEqual([1, 2])
})

test('a stopping server aborts runs that do not end in time, which are retried', async () => {
  const { job, seen } = aSlowJob({ retry: { limit: 1, ...NO_DELAY } })
  const server = aServer([job])
  server.jobs.start()
  await server.jobs.enqueue(job, { n: 1 })
  await waitFor(() => seen.length === 1)
  await server.jobs.close()
  await expect(server.jobs.enqueue(job, { n: 2 })).rejects.toMatchObject({ code: 'instance_unavailable' })
  const next = aServer([{ ...job, run: async () => void seen.push(100) }])
  next.jobs.start()
  await waitFor(() => seen.includes(100))
})

test('schedules are stored, follow the program, and can be run at once', async () => {
  const ran: string[] = []
  const scheduled = (name: string, schedule?: string): PlainJob => ({
    name,
    title: name,
    ...(schedule !== undefined && { schedule }),
    run: async () => void ran.push(name),
  })
  const first = aServer([scheduled('hourly', every({ hours: 1 })), scheduled('gone', '0 3 * * *')])
  first.jobs.start()
  await waitFor(async () => (await first.jobs.overview()).length === 2)
  const { next_run_at } = await first.of('hourly')
  expect(new Date(next_run_at!).getUTCMinutes()).toBe(0)
  expect(first.jobs.isScheduled('hourly')).toBe(true)
  await first.jobs.runNow('hourly')
  await waitFor(() => ran.length === 1)
  await first.jobs.close()

  const second = aServer([scheduled('hourly', every({ minutes: 10 })), scheduled('gone')])
  second.jobs.start()
  const pool = openMetadataPool(database.url)
  const storedSchedules = async () => (await pool.query('select name, cron from basalt_jobs.schedule')).rows
  await waitFor(async () => (await storedSchedules()).length === 1)
  expect(await storedSchedules()).toEqual([{ name: 'hourly', cron: '*/10 * * * *' }])
  await pool.end()
  expect(ran).toEqual(['hourly'])
})

test('a scheduled time that was missed while no server ran is made up for once', async () => {
  let runs = 0
  // Every hour, and not during the test.
  const minute = (new Date().getUTCMinutes() + 30) % 60
  const job: PlainJob = {
    name: 'hourly',
    title: 'Run every hour',
    schedule: `${minute} * * * *`,
    async run() {
      runs += 1
    },
  }
  const first = aServer([job])
  first.jobs.start()
  const pool = openMetadataPool(database.url)
  await waitFor(async () => (await pool.query('select from basalt_jobs.schedule')).rowCount === 1)
  await waitFor(async () => (await pool.query('select cron_on from basalt_jobs.version')).rows[0].cron_on)
  await first.jobs.close()
  await pool.query("update basalt_jobs.version set cron_on = now() - interval '5 hours'")
  await pool.query("update basalt_jobs.schedule set created_on = now() - interval '1 day'")
  await pool.end()

  const second = aServer([job])
  second.jobs.start()
  await waitFor(() => runs > 0)
  await waitFor(() => isIdle(second))
  expect(runs).toBe(1)
})

test.each([
  ['only-if-awake', ['awake']],
  ['wake', ['asleep', 'awake']],
] as const)('a project job with %s runs for %j', async (forProjects, expected) => {
  const refs: string[] = []
  const job: Job = {
    name: 'nightly',
    title: 'Look after each project',
    schedule: '0 3 * * *',
    forProjects,
    run: async ({ ref }) => void refs.push(ref),
  }
  const asleep_since = new Date().toISOString()
  const projects = [
    { ref: 'awake', asleep_since: null },
    { ref: 'asleep', asleep_since },
  ]
  const server = aServer([job], { projects })
  server.jobs.start()
  await server.jobs.runNow('nightly')
  await waitFor(() => refs.length === expected.length)
  await waitFor(() => isIdle(server))
  expect(refs.toSorted()).toEqual(expected)

  // A project that falls asleep before its run is skipped too.
  projects[0]!.asleep_since = asleep_since
  await server.jobs.enqueueFor(job, 'awake')
  await waitFor(() => isIdle(server))
  expect(refs).toHaveLength(forProjects === 'wake' ? 3 : 1)
})

test('jobs continue after an outage of the metadata database, which is logged once', async () => {
  await using metadata = await startOwnMetadata()
  const { job, seen, finish } = aSlowJob({ retry: { limit: 3, ...NO_DELAY } })
  finish()
  await metadata.stop()
  const server = aServer([job], { url: metadata.url, statementTimeoutMs: 500 })
  server.jobs.start()
  await expect(server.jobs.enqueue(job, { n: 1 })).rejects.toBeInstanceOf(MetadataUnavailable)
  await waitFor(() => server.logged.length === 1)
  await metadata.start()
  await waitFor(() => server.jobs.enqueue(job, { n: 2 }))
  await waitFor(() => seen.includes(2))

  await metadata.freeze()
  await expect(server.jobs.enqueue(job, { n: 3 })).rejects.toBeInstanceOf(MetadataUnavailable)
  await metadata.thaw()
  await waitFor(() => server.jobs.enqueue(job, { n: 4 }))
  await waitFor(() => seen.includes(4))
  expect(server.logged.length).toBeLessThanOrEqual(3)
})

test('two jobs of the same name are refused', () => {
  const { job } = aSlowJob()
  expect(() => aServer([job, job])).toThrow('Two jobs are called slow')
})
