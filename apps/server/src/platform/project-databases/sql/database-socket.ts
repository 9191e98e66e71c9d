import { Socket } from 'node:net'
import { SOCKET_READ_BYTES } from './sql-pool.rules.ts'

/** Each read is passed on before the next, so one buffer is enough for all sockets. */
const buffer = Buffer.allocUnsafeSlow(SOCKET_READ_BYTES)

/**
 * A connection to a database that allocates no buffer per read. For a large result these would make the server grow,
 * because V8 collects them only after 64 MB.
 */
export class DatabaseSocket extends Socket {
  /** While set, it receives what is read instead of the `data` listeners. The bytes are valid until it returns. */
  reader: ((bytes: Buffer) => void) | undefined

  constructor() {
    super({
      onread: {
        buffer,
        callback: (count) => {
          const bytes = buffer.subarray(0, count)
          if (this.reader) this.reader(bytes)
          else this.emit('data', Buffer.from(bytes))
          return true
        },
      },
    })
  }
}
