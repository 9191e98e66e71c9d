interface Ordered {
  readonly id: string
  /** Null for an event that comes after all earlier ones and before all later ones. */
  readonly key: string | null
}

/**
 * The events of one webhook that have been read and not recorded, oldest first. Events with different keys are sent at
 * the same time, up to `concurrency()` of them; those with the same key one after the other.
 */
export function eventQueue<Event extends Ordered>(concurrency: () => number) {
  let queued: Event[] = []
  const sending = new Map<string, Event>()
  const sentKeys = new Set<string>()
  let hasBarrier = false
  /** Ids of events whose result has not been recorded. */
  const unrecorded = new Set<string>()
  /** Keys of events that failed and are retried later; null for all keys. */
  const failed = new Set<string | null>()
  /** Whether an event without key was put back: everything after it must be, until it can be read again. */
  let isCut = false

  /** Without the events behind failed ones. */
  const sendable = (events: readonly Event[]) => {
    const kept: Event[] = []
    for (const event of events) {
      if (event.key === null && failed.size > 0) isCut = true
      if (isCut || failed.has(null)) break
      if (!failed.has(event.key)) kept.push(event)
    }
    return kept
  }

  return {
    /** Adds events that have just been read. Those behind a failed one are read again later. */
    add(events: readonly Event[]) {
      queued.push(...sendable(events))
    },

    /** The next event to send; undefined when none can be sent now. */
    next(): Event | undefined {
      if (hasBarrier || sending.size >= concurrency()) return undefined
      const index = queued.findIndex(({ key }) => key === null || !sentKeys.has(key))
      const event = queued[index]
      if (!event) return undefined
      if (event.key === null) {
        if (index > 0 || sending.size > 0) return undefined
        hasBarrier = true
      } else sentKeys.add(event.key)
      queued.splice(index, 1)
      sending.set(event.id, event)
      return event
    },

    /** An event has been sent, or failed. When it is retried, the later ones with its key are put back. */
    settle(event: Event, isRetried: boolean) {
      sending.delete(event.id)
      if (event.key === null) hasBarrier = false
      else sentKeys.delete(event.key)
      unrecorded.add(event.id)
      if (!isRetried) return
      failed.add(event.key)
      queued = sendable(queued)
    },

    /** The results of these events have been recorded: reading respects them now. */
    recorded(events: readonly Ordered[]) {
      for (const { id, key } of events) {
        unrecorded.delete(id)
        failed.delete(key)
      }
      if (failed.size === 0) isCut = false
    },

    /** Forgets the events that are not being sent. */
    clear() {
      queued = []
    },

    /** Ids of events that must not be read again. */
    held: (): string[] => [...queued.map(({ id }) => id), ...sending.keys(), ...unrecorded],
    get queuedCount() {
      return queued.length
    },
    get sendingCount() {
      return sending.size
    },
  }
}
