import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { sharedRun } from '../../platform/shared-run.ts'
import { ANSWER_WITHIN_MS, PROBES_AT_ONCE, retryAfterMs, UNANSWERED_PROBES } from './instance-watch.rules.ts'

/** The result of one query to a database. `unknown` while it is falling asleep or the metadata database is down. */
export type Probe = 'answers' | 'silent' | 'stopped' | 'unknown'

export interface WatchedProject {
  ref: string
  status: ProjectStatus
}

/** How often things happen, in milliseconds. */
export interface WatchTimes {
  watchEveryMs: number
  probeEveryMs: number
}

interface Deps {
  /** Every project that runs and does not sleep, or is on its way from one status to another. */
  projects(): Promise<WatchedProject[]>
  /** Whether work on a project is under way, which writes its status itself. */
  isBusy(ref: string): boolean
  /** Finishes work that a status announces but nobody is doing. Resolves when it has ended. */
  finish(project: WatchedProject): Promise<void>
  probe(ref: string): Promise<Probe>
  /** Projects whose start a full disk has stopped. */
  waitingForRoom(): readonly string[]
  /** Tries to start such a project again. Resolves when that has ended. */
  startInRoom(ref: string): Promise<void>
  /** A database does not answer, or does not run although its status says so. */
  becameUnhealthy(ref: string, probe: 'silent' | 'stopped'): Promise<void>
  /** A database answers again. */
  recovered(ref: string): Promise<void>
  /** Databases that run although their projects sleep are put right. */
  settleSleepers(awake: ReadonlySet<string>): Promise<void>
  onError(error: unknown, ref?: string): void
  times: WatchTimes
  elapsed?: () => number
}

/**
 * Compares the metadata of projects with the state of their databases and reconciles them: it retries work that was
 * dropped while the metadata database was down, and notices databases that stopped answering. It acts on the current
 * state and not on events, so nothing has to be remembered across an outage.
 */
export function instanceWatch(deps: Deps) {
  const { projects, isBusy, finish, probe, becameUnhealthy, recovered, settleSleepers, onError, times } = deps
  const { waitingForRoom, startInRoom } = deps
  const elapsed = deps.elapsed ?? (() => performance.now())
  const unanswered = new Map<string, number>()
  const nextProbe = new Map<string, number>()
  const retries = new Map<string, { failures: number; notBefore: number }>()
  let isAway = false

  /** Runs work with backoff after failures. */
  const retrying = async (key: string, work: () => Promise<void>) => {
    const known = retries.get(key)
    if (known && known.notBefore > elapsed()) return
    const failures = (known?.failures ?? 0) + 1
    retries.set(key, { failures, notBefore: elapsed() + retryAfterMs(failures) })
    await work()
  }

  const check = async ({ ref, status }: WatchedProject) => {
    nextProbe.set(ref, elapsed() + times.probeEveryMs)
    const seen = await probe(ref)
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

  const look = async () => {
    const found = await projects()
    const refs = new Set(found.map(({ ref }) => ref))
    for (const known of [unanswered, nextProbe])
      for (const ref of known.keys()) if (!refs.has(ref)) known.delete(ref)
    const idle = found.filter(({ ref }) => !isBusy(ref))
    const running = idle.filter(({ status }) => isRunning(status))
    const unfinished = idle.filter(({ status }) => !isRunning(status))
    for (const project of unfinished)
      await retrying(`finish ${project.ref} ${project.status}`, async () => void finish(project))
    const wanted = new Set(unfinished.map(({ ref, status }) => `finish ${ref} ${status}`))
    for (const ref of waitingForRoom()) wanted.add(`start ${ref}`)
    for (const key of retries.keys())
      if (/^(?:finish|start) /.test(key) && !wanted.has(key)) retries.delete(key)
    const cramped = waitingForRoom().filter((ref) => !isBusy(ref))
    for (const ref of cramped) await retrying(`start ${ref}`, async () => void startInRoom(ref))
    const due = running.filter(({ ref }) => (nextProbe.get(ref) ?? 0) <= elapsed())
    await inParallel(due, PROBES_AT_ONCE, (project) =>
      check(project).catch((error) => onError(error, project.ref)),
    )
    await settleSleepers(refs)
  }

  const looking = sharedRun(() =>
    look().then(
      () => {
        isAway = false
      },
      (error) => {
        // Once for each outage, not every few seconds.
        if (!isAway) onError(error)
        isAway = true
      },
    ),
  )
  let timer: NodeJS.Timeout | undefined
  const watch = {
    /** Checks every project once. Overlapping calls share one check. */
    look: looking.run,

    start() {
      timer = setInterval(() => void watch.look(), times.watchEveryMs)
      timer.unref()
    },

    async close() {
      clearInterval(timer)
      await looking.idle()
    },
  }
  return watch
}

const isRunning = (status: ProjectStatus) => status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY'

/** Does the work for each item, at most `limit` at a time. */
export async function inParallel<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>) {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}

/** The sentence that a project's page shows while its database does not answer. */
export const silentFailure = (probeEveryMs: number) =>
  `PostgreSQL has not answered a query for ${Math.round(((UNANSWERED_PROBES - 1) * probeEveryMs + ANSWER_WITHIN_MS) / 1000)} seconds. Restart the project. If it stops answering again, read its log.`
