import { idleMinutesOf } from '@basalt/contract/sleep/sleep.rules.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import {
  IDLE_CHECK_INTERVAL_MS,
  isIdle,
  mayFallAsleep,
  type SessionSnapshot,
  type Watched,
  watchedAfter,
} from './idle.rules.ts'
import type { SleepRow } from './sleep.store.ts'

interface Deps {
  /** Healthy projects that are awake. */
  awake(): Promise<SleepRow[]>
  /** Undefined while the database does not run. */
  snapshot(ref: string): Promise<SessionSnapshot | undefined>
  snapshotWhileLocked(ref: string): Promise<SessionSnapshot>
  /** Resolves to whether it is asleep now. */
  fallAsleep(ref: string): Promise<boolean>
  now: () => Date
  onError(error: unknown, ref?: string): void
}

/** Finds projects that nobody uses, and puts those to sleep that are configured to. Checks run only after `start`. */
export function idleWatch({ awake, snapshot, snapshotWhileLocked, fallAsleep, now, onError }: Deps) {
  const watched = new Map<string, Watched>()

  const checkOne = async (ref: string) => {
    const latest = await snapshot(ref)
    if (latest) watched.set(ref, watchedAfter(watched.get(ref), latest, now().getTime()))
    else watched.delete(ref)
  }

  const putToSleepWhenDue = async (ref: string, idleMinutes: number) => {
    await checkOne(ref)
    const state = watched.get(ref)
    if (!state || !mayFallAsleep(state, idleMinutes, now().getTime())) return
    // Even if it stays awake, the call that prevented it counts as a use now.
    watched.set(ref, { ...state, idleSince: now().getTime() })
    if (await fallAsleep(ref)) watched.delete(ref)
  }

  const checkAll = async () => {
    const sleepy = (await awake()).flatMap((row) => {
      const idleMinutes = idleMinutesOf(row)
      return idleMinutes === null ? [] : { ref: row.ref, idleMinutes }
    })
    const refs = new Set(sleepy.map(({ ref }) => ref))
    for (const ref of watched.keys()) if (!refs.has(ref)) watched.delete(ref)
    // One after the other, to leave the machine to others.
    for (const { ref, idleMinutes } of sleepy)
      await putToSleepWhenDue(ref, idleMinutes).catch((error) => onError(error, ref))
  }

  const checking = singleFlight(checkAll)
  let timer: NodeJS.Timeout | undefined

  const idleWatcher = {
    /** Checks every project that may fall asleep, and puts it to sleep when it is due. Overlapping calls share one run. */
    checkAll: checking.run,

    /** Checks one project now: activity up to this moment no longer keeps it awake. */
    async refresh(ref: string): Promise<void> {
      if (watched.has(ref)) await checkOne(ref)
    },

    /** Whether nobody uses a locked database, or has since the last check. */
    async isUnused(ref: string): Promise<boolean> {
      const latest = await snapshotWhileLocked(ref)
      return isIdle(watched.get(ref)?.snapshot ?? latest, latest)
    },

    /** Runs our own work in sessions like those of users, without counting it as use. */
    async uncounted(ref: string, work: () => Promise<unknown>): Promise<void> {
      if (!watched.has(ref)) return void (await work())
      await checkOne(ref)
      await work()
      const state = watched.get(ref)
      const latest = state && (await snapshot(ref))
      if (latest) watched.set(ref, { ...state, snapshot: latest })
    },

    start() {
      timer = setInterval(() => void idleWatcher.checkAll().catch(onError), IDLE_CHECK_INTERVAL_MS)
      timer.unref()
    },

    async close() {
      clearInterval(timer)
      await checking.idle()
    },
  }
  return idleWatcher
}
