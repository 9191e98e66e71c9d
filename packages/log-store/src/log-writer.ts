import type { LogEvent } from './log-event.ts'
import { FLUSH_AFTER_MS, MESSAGE_MAX, WAITING_BYTES_MAX, WAITING_EVENTS_MAX } from './log-store.rules.ts'

interface Options {
  append(folder: string, events: readonly LogEvent[]): Promise<void>
  onFailed(error: unknown): void
  now: () => number
}

interface Queue {
  events: LogEvent[]
  /** Events that found no room since the last write, or whose write failed. */
  leftOut: number
}

/** What an event takes while it waits, besides its message. */
const EVENT_BYTES = 300

export type LogWriter = ReturnType<typeof logWriter>

/**
 * Writes events in the background, so that nobody waits for the disk. What waits is bounded; further events are counted, and
 * the next one that is written says how many are missing before it.
 */
export function logWriter({ append, onFailed, now }: Options) {
  let queues = new Map<string, Queue>()
  let waiting = { events: 0, bytes: 0 }
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const queueOf = (folder: string) => {
    const queue = queues.get(folder) ?? { events: [], leftOut: 0 }
    queues.set(folder, queue)
    return queue
  }

  const bytesOf = (event: LogEvent) => EVENT_BYTES + 2 * Math.min(event.event_message.length, MESSAGE_MAX)

  async function write(folder: string, { events, leftOut }: Queue) {
    const [first, ...rest] = events
    const written = first
      ? [leftOut > 0 ? { ...first, left_out: leftOut + Number(first.left_out ?? 0) } : first, ...rest]
      : [
          {
            timestamp: now(),
            event_message: `${leftOut.toLocaleString('en')} events were not written because too many came at once.`,
            left_out: leftOut,
          },
        ]
    try {
      await append(folder, written)
    } catch (error) {
      onFailed(error)
      queueOf(folder).leftOut += events.length + leftOut
    }
  }

  async function writeAll() {
    const taken = queues
    queues = new Map()
    waiting = { events: 0, bytes: 0 }
    for (const [folder, queue] of taken) await write(folder, queue)
  }

  const start = () => {
    clearTimeout(timer)
    timer = undefined
    writing = (writing ?? Promise.resolve()).then(writeAll)
    return writing
  }

  return {
    /** False when there is no room for it. */
    add(folder: string, event: LogEvent): boolean {
      timer ??= setTimeout(() => void start(), FLUSH_AFTER_MS).unref()
      const queue = queueOf(folder)
      const bytes = bytesOf(event)
      if (waiting.events >= WAITING_EVENTS_MAX || waiting.bytes + bytes > WAITING_BYTES_MAX) {
        queue.leftOut += 1
        return false
      }
      queue.events.push(event)
      waiting.events += 1
      waiting.bytes += bytes
      return true
    },

    /** Resolves once what was added is written, or has failed. */
    flush: (): Promise<void> => (queues.size > 0 ? start() : (writing ?? Promise.resolve())),

    /** Drops what waits for folders that are going to be removed. */
    forget(isIn: (folder: string) => boolean) {
      for (const folder of [...queues.keys()].filter(isIn)) queues.delete(folder)
    },
  }
}
