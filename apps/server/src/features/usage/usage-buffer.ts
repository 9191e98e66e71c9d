import { dayOf } from '@basalt/contract/usage/period.rules.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import type { Caller, MeteredProject, Sample, UsageStore } from './usage.store.ts'

/** Far more people than call between two writes; beyond it somebody is counted at their next call. */
const CALLERS_BUFFERED_MAX = 10_000
const DAY_MS = 86_400_000

export type UsageBuffer = ReturnType<typeof usageBuffer>

/**
 * Holds what is counted between two writes to the metadata, because counting must cost a call next to nothing: one
 * number a project, metric and day, so that its size is bounded by what exists and not by how much is asked.
 */
export function usageBuffer(store: UsageStore, now: () => Date) {
  let counts = new Map<string, Sample>()
  let callers = new Map<string, Caller>()
  let today = { number: Number.NaN, day: '' }
  /** Written again once a day: every call asks. */
  const dayNow = () => {
    const date = now()
    const number = Math.floor(date.getTime() / DAY_MS)
    if (number !== today.number) today = { number, day: dayOf(date) }
    return today.day
  }

  const add = (sample: Sample) => {
    const key = `${sample.day} ${sample.ref} ${sample.metric}`
    const known = counts.get(key)
    if (known) known.value += sample.value
    else counts.set(key, sample)
  }
  const addCaller = (caller: Caller) => {
    if (callers.size < CALLERS_BUFFERED_MAX)
      callers.set(`${caller.day} ${caller.ref} ${caller.userId}`, caller)
  }

  return {
    /** Whole units only; nothing and less is not counted. */
    count({ ref, organization_slug }: MeteredProject, metric: MetricId, value: number) {
      if (value > 0) add({ ref, organization_slug, metric, day: dayNow(), value })
    },

    called({ ref, organization_slug }: MeteredProject, userId: string) {
      addCaller({ ref, organization_slug, userId, day: dayNow() })
    },

    /** Writes what was counted. What cannot be written is kept for the next time. */
    async flush() {
      const [written, seen] = [counts, callers]
      counts = new Map()
      callers = new Map()
      try {
        await store.add([...written.values()])
        written.clear()
        await store.addCallers([...seen.values()])
      } catch (error) {
        for (const sample of written.values()) add(sample)
        for (const caller of seen.values()) addCaller(caller)
        throw error
      }
    },
  }
}
