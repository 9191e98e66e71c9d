import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { interruptibleSleep } from '../../platform/interruptible-sleep.ts'
import type { Connections } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { within } from '../../platform/within.ts'
import type { FollowedLogs } from '../logs/logs.port.ts'
import {
  BATCH_BYTES,
  BATCH_EVENTS,
  CLOSE_TIMEOUT_MS,
  IDLE_MS,
  LINGER_MS,
  REFUSED_AFTER_MS,
  retryDelayMs,
} from './drain.rules.ts'
import type { LogDrainStore, StoredDrain } from './log-drains.store.ts'
import { sendBatch } from './receiver.ts'

interface Deps {
  drain: StoredDrain
  logs: Pick<FollowedLogs, 'follow'>
  store: Pick<LogDrainStore, 'advance' | 'fail'>
  /** One step of this drain after the other, also while events are removed. */
  inOrder<T>(work: () => Promise<T>): Promise<T>
  reach: Reach
  connections: Connections
  now: () => Date
  onFailed(error: unknown): void
}

export type DrainWorker = ReturnType<typeof drainWorker>

/**
 * Sends the events of a drain until it is closed. A position is stored after the receiver has confirmed, so that whatever
 * happens in between is sent again.
 */
export function drainWorker({ drain, logs, store, inOrder, reach, connections, now, onFailed }: Deps) {
  const { id, ref, target } = drain
  const positions = new Map(drain.positions)
  const readers = new Map([...positions.keys()].map((source) => [source, logs.follow(ref, source)]))
  const cutOff = new AbortController()
  const pause = interruptibleSleep()
  let { failure } = drain
  let isClosed = false
  let isRetrying = false
  /** Becomes smaller while the receiver refuses batches, to find the event that it does not take. */
  let sizeMax = BATCH_EVENTS
  let refusedSince: Date | undefined

  /** Sends the next events of a source. How many were sent; undefined when that failed. */
  async function step(source: LogSourceId): Promise<number | undefined> {
    const { events: read, position: end } = await readers.get(source)!.after(positions.get(source)!, sizeMax)
    const events = read.slice(0, fitting(read))
    if (events.length === 0) {
      positions.set(source, end)
      return 0
    }
    const position = events.length === read.length ? end : Number(events.at(-1)!.id)
    const sent = await sendBatch(target, events, { ref, reach, connections, signal: cutOff.signal })
    // What was cut off has no result, and is sent again.
    if (cutOff.signal.aborted) return undefined
    if (sent.isDelivered) {
      await done(source, position, { delivered: events.length - sent.rejected, refused: sent.rejected })
      sizeMax = Math.min(BATCH_EVENTS, sizeMax * 2)
      return events.length
    }
    if (sent.isRefused && events.length > 1) {
      sizeMax = Math.ceil(events.length / 2)
      return 0
    }
    if (sent.isRefused) {
      refusedSince ??= now()
      if (now().getTime() - refusedSince.getTime() >= REFUSED_AFTER_MS) {
        await done(source, position, { delivered: 0, refused: 1 })
        return 1
      }
    } else refusedSince = undefined
    await failed(sent.excerpt ? `${sent.answer}: ${sent.excerpt}` : sent.answer)
    return undefined
  }

  async function done(source: LogSourceId, position: number, counts: { delivered: number; refused: number }) {
    await store.advance(id, source, position, { ...counts, at: now() })
    positions.set(source, position)
    failure = null
    refusedSince = undefined
  }

  async function failed(message: string) {
    const attempts = (failure?.attempts ?? 0) + 1
    const since = failure?.since ?? now()
    const nextAttemptAt = new Date(now().getTime() + retryDelayMs(attempts, Math.random()))
    failure = { message, since, attempts, nextAttemptAt }
    await store.fail(id, failure)
  }

  /** One batch of each source. How long to wait for the next round, in milliseconds. */
  async function round(): Promise<number> {
    let isFull = false
    let hasSent = false
    for (const source of positions.keys()) {
      if (isClosed) return 0
      const before = sizeMax
      const count = await inOrder(() => step(source))
      if (count === undefined)
        return Math.max(0, failure ? failure.nextAttemptAt.getTime() - now().getTime() : 0)
      hasSent ||= count > 0
      isFull ||= count >= before || sizeMax < before
    }
    return isFull ? 0 : hasSent ? LINGER_MS : IDLE_MS
  }

  async function run() {
    while (!isClosed) {
      pause.listen()
      let waitMs: number
      try {
        waitMs = await round()
        isRetrying = failure !== null
      } catch (error) {
        onFailed(error)
        isRetrying = true
        waitMs = IDLE_MS
      }
      if (!isClosed && waitMs > 0) await pause.sleep(waitMs)
    }
  }
  const running = run()

  return {
    /** There may be new events. A drain that waits for its receiver goes on waiting. */
    wake: () => isRetrying || pause.wake(),

    /** Events up to there are going to be removed. Only between two steps. */
    skipTo(source: LogSourceId, position: number) {
      const current = positions.get(source)
      if (current !== undefined && current < position) positions.set(source, position)
    },

    position: (source: LogSourceId) => positions.get(source),

    async close() {
      isClosed = true
      pause.wake()
      await within(CLOSE_TIMEOUT_MS, running)
      cutOff.abort()
      await running
    },
  }
}

/** How many of these events fit into one request, at least one. */
function fitting(events: readonly LogEvent[]): number {
  let bytes = 0
  for (const [n, event] of events.entries()) {
    bytes += JSON.stringify(event).length
    if (bytes > BATCH_BYTES) return Math.max(1, n)
  }
  return events.length
}
