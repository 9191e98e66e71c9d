import { Socket } from 'node:net'
import { SOCKET_READ_BYTES } from './sql-pool.rules.ts'

/** What was read is passed on before the next is read, so one buffer is enough for all sockets. */
const buffer = Buffer.allocUnsafeSlow(SOCKET_READ_BYTES)

/**
 * A connection to a database that makes no new buffer for each read. Those of a large result together are what lets the
 * server grow: they are no garbage to V8 before there are 64 MB of them.
 */
export class DatabaseSocket extends Socket {
  /** Gets what is read, while it is set, instead of those who listen to `data`; it has it until it returns. */
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
