import { dayOf } from '@basalt/contract/usage/period.rules.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import { batchWriter } from '../../platform/batch-writer.ts'
import type { Caller, MeteredProject, Sample, UsageStore } from './usage.store.ts'

const FLUSH_AFTER_MS = 60_000
const WRITTEN_TOGETHER = 1_000
/** Far more people than call between two writes; beyond it somebody is counted at their next call. */
const CALLERS_WAITING_MAX = 10_000
const DAY_MS = 86_400_000

export type UsageBuffer = ReturnType<typeof usageBuffer>

interface Deps {
  store: Pick<UsageStore, 'add' | 'addCallers'>
  now: () => Date
  onFailed(error: unknown): void
  /** Whether what was refused would be refused again, whenever it is tried. */
  isHopeless(error: unknown): boolean
}

/**
 * Holds what is counted between two writes to the metadata, because counting must cost a call next to nothing: one
 * number a project, metric and day, so that its size is bounded by what exists and not by how much is asked.
 */
export function usageBuffer({ store, now, onFailed, isHopeless }: Deps) {
  const pace = {
    batchSize: WRITTEN_TOGETHER,
    delayMs: FLUSH_AFTER_MS,
    retryMs: FLUSH_AFTER_MS,
    onFailed,
    isHopeless,
  }
  const counts = batchWriter<Sample>({
    ...pace,
    write: store.add,
    waitingMax: Number.POSITIVE_INFINITY,
    merging: {
      keyOf: ({ day, ref, metric }) => `${day} ${ref} ${metric}`,
      merge(known, { value }) {
        known.value += value
      },
    },
  })
  const callers = batchWriter<Caller>({
    ...pace,
    write: store.addCallers,
    waitingMax: CALLERS_WAITING_MAX,
    merging: { keyOf: ({ day, ref, userId }) => `${day} ${ref} ${userId}`, merge: () => undefined },
  })
  let today = { number: Number.NaN, day: '' }
  /** Written again once a day: every call asks. */
  const dayNow = () => {
    const date = now()
    const number = Math.floor(date.getTime() / DAY_MS)
    if (number !== today.number) today = { number, day: dayOf(date) }
    return today.day
  }

  return {
    /** Whole units only; nothing and less is not counted. */
    count({ ref, organization_slug }: MeteredProject, metric: MetricId, value: number) {
      if (value > 0) counts.add({ ref, organization_slug, metric, day: dayNow(), value })
    },

    called({ ref, organization_slug }: MeteredProject, userId: string) {
      callers.add({ ref, organization_slug, userId, day: dayNow() })
    },

    /** Writes what was counted. What cannot be written is kept for the next time. */
    async flush() {
      await counts.flush()
      await callers.flush()
    },
  }
}
