import { idleMinutesOf } from '@basalt/contract/sleep/sleep.rules.ts'
import { sharedRun } from '../../platform/shared-run.ts'
import { isQuiet, LOOK_EVERY_MS, type Look, lookedAgain, mayFallAsleep, type Watched } from './idle.rules.ts'
import type { SleepRow } from './sleep.store.ts'

interface Deps {
  /** Healthy projects that do not sleep. */
  awake(): Promise<SleepRow[]>
  /** Undefined while the database does not run. */
  look(ref: string): Promise<Look | undefined>
  lookBehindDoor(ref: string): Promise<Look>
  /** Resolves to whether it sleeps now. */
  fallAsleep(ref: string): Promise<boolean>
  now: () => Date
  onError(error: unknown, ref?: string): void
}

/** Notices which projects nobody uses, and lets those fall asleep that are to. Nothing runs by itself before `start`. */
export function idleWatch({ awake, look, lookBehindDoor, fallAsleep, now, onError }: Deps) {
  const watched = new Map<string, Watched>()

  const lookAt = async (ref: string) => {
    const seen = await look(ref)
    if (seen) watched.set(ref, lookedAgain(watched.get(ref), seen, now().getTime()))
    else watched.delete(ref)
  }

  const watch = async (ref: string, idleMinutes: number) => {
    await lookAt(ref)
    const known = watched.get(ref)
    if (!known || !mayFallAsleep(known, idleMinutes, now().getTime())) return
    // The caller that held it has used it.
    watched.set(ref, { ...known, quietSince: now().getTime() })
    if (await fallAsleep(ref)) watched.delete(ref)
  }

  const lookAround = async () => {
    const sleepy = (await awake()).flatMap((row) => {
      const idleMinutes = idleMinutesOf(row)
      return idleMinutes === null ? [] : { ref: row.ref, idleMinutes }
    })
    const refs = new Set(sleepy.map(({ ref }) => ref))
    for (const ref of watched.keys()) if (!refs.has(ref)) watched.delete(ref)
    // One after the other: it may take its time, and others need the machine.
    for (const { ref, idleMinutes } of sleepy)
      await watch(ref, idleMinutes).catch((error) => onError(error, ref))
  }

  const looking = sharedRun(lookAround)
  let timer: NodeJS.Timeout | undefined

  const watching = {
    /** Looks at every project that may fall asleep, and lets it when its time has come. One at a time. */
    lookAround: looking.run,

    /** Checks one project now: activity up to this moment no longer keeps it awake. */
    async refresh(ref: string): Promise<void> {
      if (watched.has(ref)) await lookAt(ref)
    },

    /** Whether nobody uses a database whose door is closed, nor has since it was last looked at. */
    async isDeserted(ref: string): Promise<boolean> {
      const seen = await lookBehindDoor(ref)
      return isQuiet(watched.get(ref)?.look ?? seen, seen)
    },

    /** Does the platform's own work, in sessions like those of others, so that it does not count as use. */
    async unnoticed(ref: string, work: () => Promise<unknown>): Promise<void> {
      if (!watched.has(ref)) return void (await work())
      await lookAt(ref)
      await work()
      const known = watched.get(ref)
      const seen = known && (await look(ref))
      if (seen) watched.set(ref, { ...known, look: seen })
    },

    start() {
      timer = setInterval(() => void watching.lookAround().catch(onError), LOOK_EVERY_MS)
      timer.unref()
    },

    async close() {
      clearInterval(timer)
      await looking.idle()
    },
  }
  return watching
}
