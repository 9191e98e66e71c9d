import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import {
  ANSWER_TIMEOUT_MS,
  PROBE_CONCURRENCY,
  type ProbeWay,
  probeWay,
  retryAfterMs,
  UNANSWERED_PROBES,
} from './instance-watch.rules.ts'

/** The outcome of a query to a database. `unknown` while it falls asleep or the metadata database is down. */
export type Probe = 'answers' | 'silent' | 'stopped' | 'unknown'

export interface WatchedProject {
  ref: string
  status: ProjectStatus
}

/** Intervals in milliseconds. */
export interface WatchTimes {
  watchIntervalMs: number
  probeIntervalMs: number
}

interface Deps {
  /** Every project that runs and is not asleep, or is changing its status. */
  projects(): Promise<WatchedProject[]>
  /** Whether work on a project is in progress, which writes the status itself. */
  isBusy(ref: string): boolean
  /** Finishes work that a status announces but nobody is doing. Resolves when the work has ended. */
  finish(project: WatchedProject): Promise<void>
  probe(ref: string, way: ProbeWay): Promise<Probe>
  /** Projects whose start failed because the disk was full. */
  waitingForDisk(): readonly string[]
  /** Retries the start of such a project. Resolves when the attempt has ended. */
  retryStart(ref: string): Promise<void>
  /** A database does not answer, or does not run although its status says so. */
  becameUnhealthy(ref: string, probe: 'silent' | 'stopped'): Promise<void>
  /** A database answers again. */
  recovered(ref: string): Promise<void>
  /** Corrects the status of databases that run although their projects are asleep. */
  reconcileSleeping(awake: ReadonlySet<string>): Promise<void>
  onError(error: unknown, ref?: string): void
  times: WatchTimes
  elapsed?: () => number
}

/**
 * Compares the metadata of projects with the state of their databases and reconciles them: it retries work that was
 * dropped while the metadata database was down, and notices databases that stopped answering. It acts on the current
 * state and not on events, so it needs to remember nothing during an outage.
 */
export function instanceWatch(deps: Deps) {
  const { projects, isBusy, finish, probe, becameUnhealthy, recovered, reconcileSleeping, onError, times } =
    deps
  const { waitingForDisk, retryStart } = deps
  const elapsed = deps.elapsed ?? (() => performance.now())
  const unanswered = new Map<string, number>()
  /** How many queries in a row were made without a new login. The first one of a project is made after one. */
  const sinceLogin = new Map<string, number>()
  const nextProbe = new Map<string, number>()
  const retries = new Map<string, { failures: number; notBefore: number }>()
  let isDown = false

  /** Runs work with backoff after failures. */
  const retrying = async (key: string, work: () => Promise<void>) => {
    const state = retries.get(key)
    if (state && state.notBefore > elapsed()) return
    const failures = (state?.failures ?? 0) + 1
    retries.set(key, { failures, notBefore: elapsed() + retryAfterMs(failures) })
    await work()
  }

  const check = async ({ ref, status }: WatchedProject) => {
    nextProbe.set(ref, elapsed() + times.probeIntervalMs)
    const way = probeWay(sinceLogin.get(ref) ?? Number.POSITIVE_INFINITY, unanswered.get(ref) ?? 0)
    sinceLogin.set(ref, way === 'login' ? 0 : sinceLogin.get(ref)! + 1)
    const seen = await probe(ref, way)
    if (seen === 'unknown' || isBusy(ref)) return
    if (seen === 'answers') {
      unanswered.delete(ref)
      if (status === 'ACTIVE_UNHEALTHY') await retrying(`recover ${ref}`, () => recovered(ref))
      else retries.delete(`recover ${ref}`)
      return
    }
    const count = (unanswered.get(ref) ?? 0) + 1
    unanswered.set(ref, count)
    if (status === 'ACTIVE_HEALTHY' && count >= UNANSWERED_PROBES) await becameUnhealthy(ref, seen)
  }

  const checkAll = async () => {
    const found = await projects()
    const refs = new Set(found.map(({ ref }) => ref))
    for (const state of [unanswered, sinceLogin, nextProbe])
      for (const ref of state.keys()) if (!refs.has(ref)) state.delete(ref)
    const idle = found.filter(({ ref }) => !isBusy(ref))
    const running = idle.filter(({ status }) => isRunning(status))
    const unfinished = idle.filter(({ status }) => !isRunning(status))
    for (const project of unfinished)
      await retrying(`finish ${project.ref} ${project.status}`, async () => void finish(project))
    const current = new Set(unfinished.map(({ ref, status }) => `finish ${ref} ${status}`))
    for (const ref of waitingForDisk()) current.add(`start ${ref}`)
    for (const key of retries.keys())
      if (/^(?:finish|start) /.test(key) && !current.has(key)) retries.delete(key)
    const dueStarts = waitingForDisk().filter((ref) => !isBusy(ref))
    for (const ref of dueStarts) await retrying(`start ${ref}`, async () => void retryStart(ref))
    const due = running.filter(({ ref }) => (nextProbe.get(ref) ?? 0) <= elapsed())
    await inParallel(due, PROBE_CONCURRENCY, (project) =>
      check(project).catch((error) => onError(error, project.ref)),
    )
    await reconcileSleeping(refs)
  }

  const checking = singleFlight(() =>
    checkAll().then(
      () => {
        isDown = false
      },
      (error) => {
        // Once per outage, not every few seconds.
        if (!isDown) onError(error)
        isDown = true
      },
    ),
  )
  let timer: NodeJS.Timeout | undefined
  const watch = {
    /** Checks every project once. Overlapping calls share one check. */
    checkAll: checking.run,

    start() {
      timer = setInterval(() => void watch.checkAll(), times.watchIntervalMs)
      timer.unref()
    },

    async close() {
      clearInterval(timer)
      await checking.idle()
    },
  }
  return watch
}

const isRunning = (status: ProjectStatus) => status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY'

/** Processes all items, at most `limit` at a time. */
export async function inParallel<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>) {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}

/** The failure shown on a project's page while its database does not answer. */
export const silentFailure = (probeIntervalMs: number) =>
  `PostgreSQL has not answered a query for ${Math.round(((UNANSWERED_PROBES - 1) * probeIntervalMs + ANSWER_TIMEOUT_MS) / 1000)} seconds. Restart the project. If it stops answering again, read its log.`
