import { type Endpoint, type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import type { InstanceDoors } from '../../platform/project-databases/instance-doors.ts'
import { within } from '../../platform/within.ts'
import { RELEASE_WITHIN_MS } from './instance-watch.rules.ts'
import type { ProjectSetup } from './project-setup.ts'
import type { ProjectStatuses } from './project-statuses.ts'
import type { WorkQueue } from './work-queue.ts'

/** Seconds after which a wake that failed may be tried again. */
const RETRY_WAKE_AFTER = 5

interface Deps {
  engine: Engine
  statuses: ProjectStatuses
  setup: ProjectSetup
  queue: WorkQueue
  doors: InstanceDoors
  /** Closes what the server keeps open to a database without using it. False when something is in use after all. */
  letGo(ref: string): Promise<boolean>
  doorman: Doorman
  onError(error: unknown, ref: string): void
}

/** Answers for a database that sleeps. It and the database never listen at the same time. */
export interface Doorman {
  /** Learns which logins exist, while the database can still tell. */
  learn(ref: string): Promise<void>
  stand(ref: string): Promise<void>
  leave(ref: string): Promise<void>
}

export type SleepingInstances = ReturnType<typeof sleepingInstances>

/** Stops databases that nobody uses, and starts them with the first call. Both happen in the project's line of work. */
export function sleepingInstances(deps: Deps) {
  const { engine, statuses, setup, queue, doors, letGo, doorman, onError } = deps
  const waking = new Map<string, Promise<Endpoint | undefined>>()

  const stop = async (ref: string) => {
    await engine.stop(ref)
    // Without it the direct port refuses; every other way in wakes all the same.
    await doorman.stand(ref).catch((error) => onError(error, ref))
  }

  const start = async (ref: string, preparedBy: string) => {
    await doorman.leave(ref)
    try {
      const endpoint = await engine.start(ref)
      // While it slept nobody could change it, so that it is as it was, unless this is a newer program.
      if (preparedBy !== setup.preparedBy) await setup.prepare(ref)
      return endpoint
    } catch (error) {
      await stop(ref).catch((failure) => onError(failure, ref))
      throw error
    }
  }

  const wakeInLine = (ref: string) =>
    new Promise<Endpoint | undefined>((resolve, reject) => {
      void queue.add(ref, async () => {
        try {
          const sleep = await statuses.sleepOf(ref)
          if (!sleep) return resolve(await engine.endpoint(ref))
          resolve(await start(ref, sleep.preparedBy))
        } catch (error) {
          return reject(asUnavailable(error))
        }
        // Waiting clients have gone in already; a server that is killed before this lets the database sleep on.
        await statuses.wakeUp(ref)
      })
    })

  const wake = async (ref: string) => {
    // Nobody waits for a restart to end, or for a pause, that is not for them.
    if (!(await statuses.sleepOf(ref))) return engine.endpoint(ref)
    return wakeInLine(ref)
  }

  return {
    /**
     * Starts a database that sleeps; all who come meanwhile share one start. Undefined when it does not run for
     * another reason. Throws `instance_unavailable` when it does not start: the next call tries again.
     */
    wake(ref: string): Promise<Endpoint | undefined> {
      const known = waking.get(ref)
      if (known) return known
      const woken = wake(ref).finally(() => waking.delete(ref))
      waking.set(ref, woken)
      return woken
    },

    /**
     * Stops a database unless somebody uses it or comes meanwhile, which costs them a wait of milliseconds.
     * `isDeserted` looks whether nobody is connected, and nobody has been since it was last looked at.
     * Resolves to whether it sleeps.
     */
    fallAsleep: (ref: string, isDeserted: () => Promise<boolean>): Promise<boolean> =>
      queue.run(ref, async () => {
        const door = doors.close(ref)
        if (!door) return false
        try {
          // A frozen database never closes its connections, so do not wait for it.
          if (!(await within(RELEASE_WITHIN_MS, letGo(ref)))) return false
          await door.cleared
          const isFree = !door.isKnockedAt && (await isDeserted()) && !door.isKnockedAt
          if (!isFree || !(await statuses.fallAsleep(ref, setup.preparedBy))) return false
          await doorman.learn(ref).catch((error) => onError(error, ref))
          await stop(ref)
          return true
        } finally {
          door.open()
        }
      }),

    /** Lets what slept when the server ended sleep on, even where it was killed while something started. */
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
          retryAfter: RETRY_WAKE_AFTER,
        },
      )
    : cause
