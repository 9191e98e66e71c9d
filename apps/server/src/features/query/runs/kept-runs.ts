import { PassThrough } from 'node:stream'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { KEPT_LINES_BYTES, KEPT_RUN_MS, KEPT_RUNS_MAX } from './flow.rules.ts'

/** Said in place of rows that nobody can be shown any more. */
const ROWS_GONE =
  'The rows of this result were too many to keep while the page was away. Run it again to see them.'

const typeOf = (line: string) => (JSON.parse(line) as Pick<QueryEvent, 'type'>).type

/** What a run has said so far: everything, or, once that is too much, everything but its rows. */
class KeptRun {
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
    if (this.#hasRows && this.#bytes > KEPT_LINES_BYTES) this.#dropRows()
    this.#wake()
  }

  end() {
    this.#isOver = true
    this.#wake()
  }

  /** From the beginning to the end, for who comes while rows may have been dropped already. */
  async *follow(): AsyncGenerator<string> {
    let isTold = false
    for (let index = 0; ; index += 1) {
      while (index >= this.#lines.length) {
        if (this.#isOver) return
        await this.#added.promise
      }
      const line = this.#lines[index]!
      if (line === '') {
        if (!isTold)
          yield `${JSON.stringify({ type: 'notice', notice: { severity: 'NOTICE', message: ROWS_GONE } })}\n`
        isTold = true
      } else yield line
    }
  }

  /** Their positions stay, so that a reader continues where it is. */
  #dropRows() {
    this.#hasRows = false
    for (const [index, line] of this.#lines.entries()) if (typeOf(line) === 'rows') this.#lines[index] = ''
  }

  #wake() {
    this.#added.resolve()
    this.#added = Promise.withResolvers()
  }
}

export type KeptRuns = ReturnType<typeof createKeptRuns>

/**
 * Runs that go on when nobody waits for them, and can be followed again by who started them: while they run, and for
 * a while after. Their events are read to the end here, as fast as the first reader takes them while there is one.
 */
export function createKeptRuns() {
  const runs = new Map<string, KeptRun>()

  const pump = async (id: string, run: KeptRun, lines: AsyncIterable<string>, reader: PassThrough) => {
    try {
      for await (const line of lines) {
        run.add(line)
        if (!reader.destroyed && !reader.write(line)) await room(reader)
      }
    } finally {
      run.end()
      reader.end()
      setTimeout(() => void runs.delete(id), KEPT_RUN_MS).unref()
    }
  }

  return {
    /** Whether the name of a run is still free. */
    isFree: (id: string) => !runs.has(id),

    /** Reads the lines of a run to their end, and answers with what its first reader gets. */
    keep(id: string, ref: string, startedBy: string, lines: AsyncIterable<string>): PassThrough {
      const run = new KeptRun(ref, startedBy)
      runs.set(id, run)
      for (const [other, { isOver }] of runs) if (runs.size > KEPT_RUNS_MAX && isOver) runs.delete(other)
      const reader = new PassThrough({ writableHighWaterMark: 1 })
      // One that goes away is no failure of the run.
      reader.on('error', () => undefined)
      // What is thrown has been told in the lines.
      pump(id, run, lines, reader).catch(() => undefined)
      return reader
    },

    /** What a run has said and still says; undefined for one that this person has not started here. */
    follow(ref: string, startedBy: string, id: string): AsyncGenerator<string> | undefined {
      const run = runs.get(id)
      return run?.ref === ref && run.startedBy === startedBy ? run.follow() : undefined
    },
  }
}

/** Resolves when there is room for more, or nobody is left to need it. */
const room = (reader: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      reader.off('drain', done)
      reader.off('close', done)
      resolve()
    }
    reader.once('drain', done)
    reader.once('close', done)
  })
