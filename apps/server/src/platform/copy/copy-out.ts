import type { Duplex } from 'node:stream'
import type pg from 'pg'

interface Connection {
  query(text: string): void
  stream: Duplex
}

/** PostgreSQL sends each row alone; passed on alone, each would cost a promise and a message. */
const BATCH_BYTES = 128 * 1024

/** At most this much is held for a consumer that is slower than the server, besides a row that is longer. */
export const HELD_BYTES_MAX = 2 * BATCH_BYTES

/**
 * Runs `copy … to stdout` and passes on the rows as they arrive, many at a time, no faster than `write` accepts them.
 * Resolves after the last one; rejects with the error of the server or of `write`.
 */
export function copyOut(client: pg.Client, statement: string, write: (chunk: Buffer) => Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    let failure: unknown
    let stream: Duplex | undefined
    let isPassing = false
    const held = new HeldRows()
    const idle: (() => void)[] = []
    /** Passes on what is full; one chunk at a time. */
    const pass = async () => {
      if (isPassing) return
      isPassing = true
      for (let batch = held.take(); batch; batch = held.take()) {
        try {
          await write(batch)
        } catch (error) {
          failure ??= error
          held.drop()
        }
        if (held.bytes <= HELD_BYTES_MAX) stream?.resume()
      }
      isPassing = false
      for (const done of idle.splice(0)) done()
    }
    const rest = () => {
      held.close()
      void pass()
      return new Promise<void>((done) => {
        if (isPassing) idle.push(done)
        else done()
      })
    }
    client.query({
      submit(connection: Connection) {
        stream = connection.stream
        connection.query(statement)
      },
      handleCopyData({ chunk }: { chunk: Buffer }) {
        if (failure !== undefined) return
        held.add(chunk)
        // What the driver has read already still arrives.
        if (held.bytes > HELD_BYTES_MAX) stream?.pause()
        void pass()
      },
      handleRowDescription() {},
      handleDataRow() {},
      handlePortalSuspended() {},
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handleError(error: unknown) {
        failure ??= error
        void rest().then(() => reject(failure))
      },
      handleReadyForQuery() {
        void rest().then(() => (failure === undefined ? resolve() : reject(failure)))
      },
    } as never)
  })
}

/** Rows in the order in which they arrive, copied into buffers of BATCH_BYTES: the driver reuses the memory of its own. */
class HeldRows {
  #full: Buffer[] = []
  #current = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #used = 0
  #fullBytes = 0

  /** All that waits, in bytes. */
  get bytes() {
    return this.#fullBytes + this.#used
  }

  add(row: Buffer) {
    if (this.#used + row.length > BATCH_BYTES) this.close()
    if (row.length > BATCH_BYTES) {
      this.#full.push(Buffer.from(row))
      this.#fullBytes += row.length
      return
    }
    row.copy(this.#current, this.#used)
    this.#used += row.length
  }

  /** Makes what has arrived so far the last batch that is waiting. */
  close() {
    if (this.#used === 0) return
    this.#full.push(this.#current.subarray(0, this.#used))
    this.#fullBytes += this.#used
    this.#current = Buffer.allocUnsafeSlow(BATCH_BYTES)
    this.#used = 0
  }

  take(): Buffer | undefined {
    const batch = this.#full.shift()
    if (batch) this.#fullBytes -= batch.length
    return batch
  }

  drop() {
    this.#full = []
    this.#fullBytes = 0
    this.#used = 0
  }
}
