import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { BATCH_BYTES, BUFFERED_BYTES_MAX } from './flow.rules.ts'
import type { RunEvent } from './run-event.ts'

const EVENT_BYTES = 200

/**
 * Between a connection that pushes and a consumer that pulls. Buffered rows are combined, so a slow consumer gets fewer
 * and larger batches. `onDrain` is called when the queue is no longer full.
 */
export class EventQueue implements AsyncIterableIterator<RunEvent> {
  readonly #events: { event: RunEvent; bytes: number }[] = []
  readonly #onDrain: () => void
  #bytes = 0
  #end: { error?: Error } | undefined
  #wake: (() => void) | undefined

  constructor(onDrain: () => void) {
    this.#onDrain = onDrain
  }

  get isFull() {
    return this.#bytes >= BUFFERED_BYTES_MAX
  }

  /** Whether no more events will be added; some may still be buffered. */
  get hasEnded() {
    return this.#end !== undefined
  }

  push(event: RunEvent, bytes = EVENT_BYTES) {
    this.#events.push({ event, bytes })
    this.#added(bytes)
  }

  /** Adds a row to the last buffered batch, or starts a new one. */
  pushRow(row: ResultRow, bytes: number) {
    const last = this.#events.at(-1)
    if (last?.event.type === 'rows' && last.bytes < BATCH_BYTES) {
      last.event.rows.push(row)
      last.bytes += bytes
      this.#added(bytes)
    } else this.push({ type: 'rows', rows: [row] }, bytes)
  }

  /** Ends the queue after the buffered events; `error` is then thrown to the consumer. Later calls have no effect. */
  end(error?: Error) {
    this.#end ??= error ? { error } : {}
    this.#wake?.()
  }

  async next(): Promise<IteratorResult<RunEvent>> {
    while (this.#events.length === 0) {
      if (this.#end?.error) throw this.#end.error
      if (this.#end) return { done: true, value: undefined }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const { event, bytes } = this.#events.shift()!
    const wasFull = this.isFull
    this.#bytes -= bytes
    if (wasFull && !this.isFull) this.#onDrain()
    return { done: false, value: event }
  }

  [Symbol.asyncIterator]() {
    return this
  }

  #added(bytes: number) {
    this.#bytes += bytes
    this.#wake?.()
  }
}
