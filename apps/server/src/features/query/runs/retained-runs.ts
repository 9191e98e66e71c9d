import { PassThrough } from 'node:stream'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { RETAINED_EVENTS_BYTES, RETAINED_RUN_MS, RETAINED_RUNS_MAX } from './flow.rules.ts'

/** Sent in place of rows that were dropped. */
const ROWS_GONE =
  'The rows of this result were too many to keep while the page was away. Run it again to see them.'

const typeOf = (line: string) => (JSON.parse(line) as Pick<QueryEvent, 'type'>).type

/** The events of a run so far; without its rows once these are too many. */
class RetainedRun {
  readonly ref: string
  readonly startedBy: string
  readonly #lines: string[] = []
  #bytes = 0
  #hasRows = true
  #isOver = false
  #added = Promise.withResolvers<void>()

  constructor(ref: string, startedBy: string) {
    this.ref = ref
    this.startedBy = startedBy
  }

  get isOver() {
    return this.#isOver
  }

  add(line: string) {
    const isRows = line.startsWith('{"type":"rows"')
    if (isRows && !this.#hasRows) return
    if (line.startsWith('{"type":"heartbeat"')) return
    this.#lines.push(line)
    this.#bytes += line.length
    if (this.#hasRows && this.#bytes > RETAINED_EVENTS_BYTES) this.#dropRows()
    this.#wake()
  }

  end() {
    this.#isOver = true
    this.#wake()
  }

  /** All events from the beginning to the end. Dropped rows are replaced by a notice. */
  async *follow(): AsyncGenerator<string> {
    let isReported = false
    for (let index = 0; ; index += 1) {
      while (index >= this.#lines.length) {
        if (this.#isOver) return
        await this.#added.promise
      }
      const line = this.#lines[index]!
      if (line === '') {
        if (!isReported)
          yield `${JSON.stringify({ type: 'notice', notice: { severity: 'NOTICE', message: ROWS_GONE } })}\n`
        isReported = true
      } else yield line
    }
  }

  /** Keeps the positions of the lines, so that readers continue where they are. */
  #dropRows() {
    this.#hasRows = false
    for (const [index, line] of this.#lines.entries()) if (typeOf(line) === 'rows') this.#lines[index] = ''
  }

  #wake() {
    this.#added.resolve()
    this.#added = Promise.withResolvers()
  }
}

export type RetainedRuns = ReturnType<typeof createRetainedRuns>

/**
 * Runs that continue after their client disconnects. Their author can follow them again, while they run and for a while
 * after. Events are read to the end, at the pace of the first reader while it is connected.
 */
export function createRetainedRuns() {
  const runs = new Map<string, RetainedRun>()

  const pump = async (id: string, run: RetainedRun, lines: AsyncIterable<string>, reader: PassThrough) => {
    try {
      for await (const line of lines) {
        run.add(line)
        if (!reader.destroyed && !reader.write(line)) await drained(reader)
      }
    } finally {
      run.end()
      reader.end()
      setTimeout(() => void runs.delete(id), RETAINED_RUN_MS).unref()
    }
  }

  return {
    /** Whether the id of a run is unused. */
    isFree: (id: string) => !runs.has(id),

    /** Reads the lines of a run to their end, and returns them as a stream for its first reader. */
    retain(id: string, ref: string, startedBy: string, lines: AsyncIterable<string>): PassThrough {
      const run = new RetainedRun(ref, startedBy)
      runs.set(id, run)
      for (const [other, { isOver }] of runs) if (runs.size > RETAINED_RUNS_MAX && isOver) runs.delete(other)
      const reader = new PassThrough({ writableHighWaterMark: 1 })
      // A reader that disconnects does not fail the run.
      reader.on('error', () => undefined)
      // Errors have been reported in the lines.
      pump(id, run, lines, reader).catch(() => undefined)
      return reader
    },

    /** The events of a run from its beginning; undefined unless this user has started it. */
    follow(ref: string, startedBy: string, id: string): AsyncGenerator<string> | undefined {
      const run = runs.get(id)
      return run?.ref === ref && run.startedBy === startedBy ? run.follow() : undefined
    },
  }
}

/** Resolves when the reader accepts more or has disconnected. */
const drained = (reader: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      reader.off('drain', done)
      reader.off('close', done)
      resolve()
    }
    reader.once('drain', done)
    reader.once('close', done)
  })
