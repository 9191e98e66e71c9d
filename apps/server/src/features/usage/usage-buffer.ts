import { dayOf } from '@basalt/contract/usage/period.rules.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import { batchWriter } from '../../platform/batch-writer.ts'
import type { Caller, MeteredProject, Sample, UsageStore } from './usage.store.ts'

const FLUSH_AFTER_MS = 60_000
const WRITTEN_TOGETHER = 1_000
/** Far more than call between two writes; callers beyond it are counted at their next call. */
const CALLERS_WAITING_MAX = 10_000
const DAY_MS = 86_400_000

export type UsageBuffer = ReturnType<typeof usageBuffer>

interface Deps {
  store: Pick<UsageStore, 'add' | 'addCallers'>
  now: () => Date
  onFailed(error: unknown): void
  /** Whether a failed write would fail on every retry. */
  isPermanent(error: unknown): boolean
}

/**
 * Buffers counts between two writes to the metadata, so that counting costs a call next to nothing. Holds one number
 * per project, metric and day, so its size does not depend on the number of calls.
 */
export function usageBuffer({ store, now, onFailed, isPermanent }: Deps) {
  const batching = {
    batchSize: WRITTEN_TOGETHER,
    delayMs: FLUSH_AFTER_MS,
    retryMs: FLUSH_AFTER_MS,
    onFailed,
    isPermanent,
  }
  const counts = batchWriter<Sample>({
    ...batching,
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
    ...batching,
    write: store.addCallers,
    waitingMax: CALLERS_WAITING_MAX,
    merging: { keyOf: ({ day, ref, userId }) => `${day} ${ref} ${userId}`, merge: () => undefined },
  })
  let today = { number: Number.NaN, day: '' }
  /** Formatted once a day, because every call needs it. */
  const dayNow = () => {
    const date = now()
    const number = Math.floor(date.getTime() / DAY_MS)
    if (number !== today.number) today = { number, day: dayOf(date) }
    return today.day
  }

  return {
    /** Counts whole units; zero and negative values are ignored. */
    count({ ref, organization_slug }: MeteredProject, metric: MetricId, value: number) {
      if (value > 0) counts.add({ ref, organization_slug, metric, day: dayNow(), value })
    },

    countCaller({ ref, organization_slug }: MeteredProject, userId: string) {
      callers.add({ ref, organization_slug, userId, day: dayNow() })
    },

    /** Writes pending counts. Those that cannot be written are kept for the next flush. */
    async flush() {
      await counts.flush()
      await callers.flush()
    },
  }
}
