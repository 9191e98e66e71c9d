import { type Endpoint, type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import type { InstanceLocks } from '../../platform/project-databases/instance-locks.ts'
import { within } from '../../platform/within.ts'
import { RELEASE_TIMEOUT_MS } from './instance-watch.rules.ts'
import type { ProjectSetup } from './project-setup.ts'
import type { ProjectStatuses } from './project-statuses.ts'
import type { WorkQueue } from './work-queue.ts'

/** Seconds after which to retry a call whose wake failed. */
const WAKE_RETRY_SECONDS = 5

interface Deps {
  engine: Engine
  statuses: ProjectStatuses
  setup: ProjectSetup
  queue: WorkQueue
  locks: InstanceLocks
  /** Closes idle connections that the server keeps open to a database. False when something uses it after all. */
  releaseIdle(ref: string): Promise<boolean>
  wakeListener: WakeListener
  onError(error: unknown, ref: string): void
}

/** Listens in place of a sleeping database, and wakes it. It and the database never listen at the same time. */
export interface WakeListener {
  /** Caches the verifiers of all logins, while the database can still be read. */
  cacheVerifiers(ref: string): Promise<void>
  listen(ref: string): Promise<void>
  close(ref: string): Promise<void>
}

export type SleepingInstances = ReturnType<typeof sleepingInstances>

/** Stops databases that nobody uses, and starts them with the first call. Both run in the project's work queue. */
export function sleepingInstances(deps: Deps) {
  const { engine, statuses, setup, queue, locks, releaseIdle, wakeListener, onError } = deps
  const waking = new Map<string, Promise<Endpoint | undefined>>()

  const stop = async (ref: string) => {
    await engine.stop(ref)
    // Without the listener the direct port refuses connections; all other ways still wake the database.
    await wakeListener.listen(ref).catch((error) => onError(error, ref))
  }

  const start = async (ref: string, preparedBy: string) => {
    await wakeListener.close(ref)
    try {
      const endpoint = await engine.start(ref)
      // Nobody could change it while it slept, so it is still prepared unless this is a newer program.
      if (preparedBy !== setup.preparedBy) await setup.prepare(ref)
      return endpoint
    } catch (error) {
      await stop(ref).catch((failure) => onError(failure, ref))
      throw error
    }
  }

  const wakeQueued = (ref: string) =>
    new Promise<Endpoint | undefined>((resolve, reject) => {
      void queue.add(ref, async () => {
        try {
          const sleep = await statuses.sleepOf(ref)
          if (!sleep) return resolve(await engine.endpoint(ref))
          resolve(await start(ref, sleep.preparedBy))
        } catch (error) {
          return reject(asUnavailable(error))
        }
        // Waiting clients are already connected. If the server is killed before this line, the database sleeps again.
        await statuses.wakeUp(ref)
      })
    })

  const wake = async (ref: string) => {
    // Calls do not wait for the end of a restart or a pause.
    if (!(await statuses.sleepOf(ref))) return engine.endpoint(ref)
    return wakeQueued(ref)
  }

  return {
    /**
     * Starts a sleeping database; concurrent calls share one start. Undefined when it does not run for another reason.
     * Throws `instance_unavailable` when it does not start; the next call retries.
     */
    wake(ref: string): Promise<Endpoint | undefined> {
      const pending = waking.get(ref)
      if (pending) return pending
      const woken = wake(ref).finally(() => waking.delete(ref))
      waking.set(ref, woken)
      return woken
    },

    /**
     * Stops a database unless somebody uses it. Calls that arrive meanwhile wait a few milliseconds.
     * `isUnused` checks that nobody is connected, or has been since the last check.
     * Resolves to whether it is asleep.
     */
    fallAsleep: (ref: string, isUnused: () => Promise<boolean>): Promise<boolean> =>
      queue.run(ref, async () => {
        const lock = locks.lock(ref)
        if (!lock) return false
        try {
          // A frozen database never closes its connections, so do not wait for it.
          if (!(await within(RELEASE_TIMEOUT_MS, releaseIdle(ref)))) return false
          await lock.observersGone
          const isStillUnused = !lock.hasWaiters && (await isUnused()) && !lock.hasWaiters
          if (!isStillUnused || !(await statuses.fallAsleep(ref, setup.preparedBy))) return false
          await wakeListener.cacheVerifiers(ref).catch((error) => onError(error, ref))
          await stop(ref)
          return true
        } finally {
          lock.unlock()
        }
      }),

    /** Puts databases back to sleep that slept when the server ended, even if it was killed while starting one. */
    async resume() {
      const asleep = await statuses.refsIn(['ACTIVE_HEALTHY'], { isAsleep: true })
      await Promise.all(
        asleep.map(({ ref }) =>
          queue.add(ref, async () => {
            if (await statuses.sleepOf(ref)) await stop(ref)
          }),
        ),
      )
    },
  }
}

const asUnavailable = (cause: unknown) =>
  cause instanceof EngineError
    ? new AppError(
        'instance_unavailable',
        `The database of this project sleeps and cannot be woken: ${cause.message}`,
        {
          cause,
          retryAfter: WAKE_RETRY_SECONDS,
        },
      )
    : cause
