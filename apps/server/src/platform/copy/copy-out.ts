import type { Duplex } from 'node:stream'
import type pg from 'pg'

interface Connection {
  query(text: string): void
  stream: Duplex
}

/**
 * Runs `copy … to stdout` and passes on each chunk as it arrives, no faster than `write` accepts them.
 * Resolves after the last chunk; rejects with the error of the server or of `write`.
 */
export function copyOut(client: pg.Client, statement: string, write: (chunk: Buffer) => Promise<void>) {
  return new Promise<void>((resolve, reject) => {
    let failure: unknown
    let pending = Promise.resolve()
    let waiting = 0
    const submittable = {
      stream: undefined as Duplex | undefined,
      submit(connection: Connection) {
        submittable.stream = connection.stream
        connection.query(statement)
      },
      handleCopyData({ chunk }: { chunk: Buffer }) {
        // The driver reuses the memory of its buffer.
        const bytes = Buffer.from(chunk)
        waiting += bytes.length
        if (waiting > PAUSE_BYTES) submittable.stream?.pause()
        pending = pending
          .then(() => (failure === undefined ? write(bytes) : undefined))
          .catch((error: unknown) => {
            failure ??= error
          })
          .then(() => {
            waiting -= bytes.length
            if (waiting <= PAUSE_BYTES) submittable.stream?.resume()
          })
      },
      handleRowDescription() {},
      handleDataRow() {},
      handlePortalSuspended() {},
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handleError(error: unknown) {
        failure ??= error
        void pending.then(() => reject(failure))
      },
      handleReadyForQuery() {
        void pending.then(() => (failure === undefined ? resolve() : reject(failure)))
      },
    }
    client.query(submittable as never)
  })
}

/** At most this much is read ahead of the consumer. */
const PAUSE_BYTES = 1024 * 1024
