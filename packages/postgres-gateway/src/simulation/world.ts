import type { Clock } from '../clock.ts'
import { seeded } from '../random.fixture.ts'

interface Event {
  at: number
  /** Events of the same moment run in the order in which they were scheduled. */
  order: number
  call: () => void
}

/** Virtual time and randomness. Everything in a run is an event of one world, so that a seed repeats a run. */
export class World implements Clock {
  readonly random: ReturnType<typeof seeded>
  /** How many times bytes written together arrived in several pieces. */
  cuts = 0
  /** Called after every event. */
  watch: () => void = () => undefined
  #now = 0
  #order = 0
  /** A binary heap: the next event comes first. */
  readonly #events: Event[] = []

  constructor(seed: number) {
    this.random = seeded(seed)
  }

  now() {
    return this.#now
  }

  after(ms: number, call: () => void) {
    const event: Event = { at: this.#now + ms, order: this.#order++, call }
    this.#push(event)
    return {
      cancel() {
        event.call = () => undefined
      },
    }
  }

  /** True with a probability of `percent` in a hundred. */
  chance(percent: number) {
    return this.random.below(100) < percent
  }

  /** Lets time pass until no event is scheduled before `until`. @throws Error after too many events */
  async run(until: number, maxEvents = 200_000) {
    for (let count = 0; ; count += 1) {
      if (count > maxEvents) throw new Error('the run does not settle')
      const next = this.#events[0]
      if (!next || next.at > until) break
      this.#pop()
      this.#now = Math.max(this.#now, next.at)
      next.call()
      await settled()
      this.watch()
    }
    this.#now = until
  }

  #push(event: Event) {
    const heap = this.#events
    let at = heap.push(event) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(event, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = event
  }

  #pop() {
    const heap = this.#events
    const last = heap.pop()!
    if (heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
  }
}

const isBefore = (one: Event, other: Event) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** Resolves when no promise can make progress. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
