import type pg from 'pg'
import type { Platform } from './platform.ts'

/** The longest timer: timers cannot wait longer than 24 days. */
const TIMER_MAX_MS = 60 * 60 * 1000
/** After a failure, and while a database is locked. */
const RETRY_MS = 5_000
const LOCKED_MS = 1_000

/** Why a worker has ended: it was closed, the database does not run, or there is nothing for it to do. */
export type WorkerEnd = 'closed' | 'stopped' | 'unneeded'

/** Works off what waits in one project's database until it is closed or the database stops. */
export interface ProjectWorker {
  readonly ended: Promise<WorkerEnd>
  /** Resolves once nothing is due or in progress, or it has ended. */
  settled(): Promise<void>
  /** Looks for work at once. */
  refresh(): void
  /** Starts nothing more, waits shortly for what is in progress, and records it. */
  close(): Promise<void>
}

/** What a worker gets. */
export interface WorkerTools {
  /** Undefined while the database does not run. Rejects when the connection is lost. */
  session<T>(work: (client: pg.Client) => Promise<T>): Promise<T | undefined>
  /** To be called when nothing is due and before it ends, with the time at which something will be due. */
  onIdle(next: Date | undefined): Promise<void>
  onFailed(error: unknown): void
}

interface Deps extends Pick<Platform, 'databases' | 'projects' | 'bus' | 'now'> {
  /** When sleeping projects must be woken; survives restarts. */
  wakes: {
    wakeAt(ref: string): Promise<Date | undefined>
    setWakeAt(ref: string, at: Date | undefined): Promise<void>
  }
  /** The projects that have workers when the server starts. */
  refs(): Promise<readonly string[]>
  open(ref: string, tools: WorkerTools): ProjectWorker
  /** When something is due, read from a database that has no worker and is about to stop. */
  nextDue(ref: string): Promise<((client: pg.Client) => Promise<Date | undefined>) | undefined>
  onFailed(error: unknown, ref: string): void
}

export type ProjectWorkers = ReturnType<typeof projectWorkers>

/**
 * One worker for each project that needs one, while its database is awake. A sleeping database is woken when something
 * in it is due.
 */
export function projectWorkers({
  wakes,
  refs: refsAtStart,
  open: openWorker,
  nextDue,
  databases,
  projects,
  bus,
  now,
  onFailed,
}: Deps) {
  const running = new Map<string, ProjectWorker>()
  const timers = new Map<string, NodeJS.Timeout>()
  const wakeTimes = new Map<string, number | undefined>()
  /** Projects that need a worker whenever they are awake. */
  const refs = new Set<string>()
  let isClosed = false
  let unsubscribe: () => void = () => undefined

  const isAwake = async (ref: string) => {
    const project = await projects.find(ref)
    return project?.status === 'ACTIVE_HEALTHY' && project.asleep_since === null
  }

  const setWakeAt = async (ref: string, at: Date | undefined) => {
    if (wakeTimes.has(ref) && wakeTimes.get(ref) === at?.getTime()) return
    await wakes.setWakeAt(ref, at)
    wakeTimes.set(ref, at?.getTime())
  }

  const open = (ref: string) => {
    if (isClosed || running.has(ref)) return
    clearTimeout(timers.get(ref))
    const worker = openWorker(ref, {
      session: (work) => databases.asAdmin.sessionIfAwake(ref, work),
      onIdle: (next) => setWakeAt(ref, next),
      onFailed: (error) => onFailed(error, ref),
    })
    running.set(ref, worker)
    void worker.ended
      .then(async (end) => {
        running.delete(ref)
        if (isClosed || !refs.has(ref) || end === 'unneeded') return
        await rest(ref)
      })
      .catch((error) => retry(ref, error))
  }

  const after = (ref: string, ms: number, work: () => Promise<unknown> | unknown) => {
    clearTimeout(timers.get(ref))
    if (isClosed) return
    const run = async () => work()
    timers.set(
      ref,
      setTimeout(() => void run().catch((error) => retry(ref, error)), Math.min(ms, TIMER_MAX_MS)).unref(),
    )
  }
  const retry = (ref: string, error: unknown) => {
    onFailed(error, ref)
    after(ref, RETRY_MS, () => rest(ref))
  }

  /** The database does not run, or was locked: decides when to look again. */
  const rest = async (ref: string) => {
    if (await isAwake(ref)) return after(ref, LOCKED_MS, () => open(ref))
    const wakeAt = await wakes.wakeAt(ref)
    if (!wakeAt) return
    const wait = wakeAt.getTime() - now().getTime()
    after(ref, Math.max(wait, 0), () => (wait > 0 ? rest(ref) : wake(ref)))
  }

  /** Paused projects are not woken; the event of their resumption opens them. */
  const wake = async (ref: string) => {
    const project = await projects.find(ref)
    if (project?.status !== 'ACTIVE_HEALTHY' || isClosed) return
    await databases.asAdmin.session(ref, async () => open(ref))
  }

  return {
    async start() {
      isClosed = false
      unsubscribe = bus.subscribe((_audience, event) => {
        if (event.type !== 'project' || !refs.has(event.project.ref)) return
        const { ref, status, asleep_since } = event.project
        if (status === 'ACTIVE_HEALTHY' && asleep_since === null) open(ref)
        else if (asleep_since !== null) void rest(ref).catch((error) => retry(ref, error))
      })
      for (const ref of await refsAtStart()) {
        refs.add(ref)
        open(ref)
      }
    },

    /** Whether a worker of this project runs. */
    isRunning: (ref: string) => running.has(ref),

    /** There is, or may be, work in a project. */
    refresh(ref: string) {
      refs.add(ref)
      const worker = running.get(ref)
      if (worker) worker.refresh()
      else open(ref)
    },

    /** Resolves once nothing in a project is due or in progress. */
    async settled(ref: string) {
      open(ref)
      await running.get(ref)?.settled()
    },

    /** Before a database stops: records what has been done, and when it must be woken for what is left. */
    async release(ref: string) {
      const worker = running.get(ref)
      if (worker) return worker.close()
      const read = await nextDue(ref)
      if (!read) return
      const found = await databases.asAdmin.sessionBeforeStop(ref, async (client) => ({
        next: await read(client),
      }))
      // What a stopped database waits for was noted when it stopped.
      if (!found) return
      if (found.next) refs.add(ref)
      await setWakeAt(ref, found.next)
    },

    /** Forgets a deleted project. */
    async forget(ref: string) {
      refs.delete(ref)
      clearTimeout(timers.get(ref))
      timers.delete(ref)
      wakeTimes.delete(ref)
      await running.get(ref)?.close()
    },

    async close() {
      isClosed = true
      unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([...running.values()].map((worker) => worker.close()))
    },
  }
}
