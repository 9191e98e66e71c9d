import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** What one read takes at most; a socket of Linux holds about as much. */
const READ_BYTES = 256 * 1024

/**
 * Reads a socket into one buffer that is used again and again: a buffer for each read would have to be found by garbage
 * collection, which takes longer than everything else that a backup does here.
 */
export class SocketReader {
  readonly #socket: () => Socket
  /** What was read last, of which a part may be taken already. */
  #read: Buffer = Buffer.alloc(0)
  /** What bytes are joined in that did not arrive together. */
  #joined = Buffer.allocUnsafeSlow(READ_BYTES)
  #hasEnded = false
  #failure: Error | undefined
  #wake: () => void = () => undefined

  constructor(socket: () => Socket) {
    this.#socket = socket
  }

  /** How many bytes have arrived that were not taken. */
  get available() {
    return this.#read.length
  }

  /** Called with what a read brought. More is read once it was taken. */
  arrived(bytes: Buffer) {
    this.#read = bytes
    this.#wake()
  }

  ended(failure?: Error) {
    this.#failure ??= failure
    this.#hasEnded = true
    this.#wake()
  }

  /** Exactly that many bytes, valid until the next call; undefined while they have not all arrived. */
  take(length: number): Buffer | undefined {
    if (this.#read.length < length) return undefined
    const bytes = this.#read.subarray(0, length)
    this.#read = this.#read.subarray(length)
    return bytes
  }

  /** The same once they have arrived. Undefined when the connection ends before. @throws what broke the connection */
  async takeLater(length: number): Promise<Buffer | undefined> {
    if (this.#joined.length < length) this.#joined = Buffer.allocUnsafeSlow(length)
    for (let joined = 0; ; ) {
      const part = this.#read.subarray(0, length - joined)
      part.copy(this.#joined, joined)
      joined += part.length
      this.#read = this.#read.subarray(part.length)
      if (joined === length) return this.#joined.subarray(0, length)
      if (this.#hasEnded) {
        if (this.#failure) throw this.#failure
        return undefined
      }
      const more = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#socket().resume()
      await more
    }
  }
}

/** Begins to connect to a server at an address, or in the folder of its socket. */
export function connectReading({ host, port }: { host: string; port: number }): {
  socket: Socket
  reader: SocketReader
} {
  const reader = new SocketReader(() => socket)
  const options = {
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback(bytes: number, buffer: Uint8Array) {
        reader.arrived(Buffer.from(buffer.buffer, buffer.byteOffset, bytes))
        // Nothing more until this was taken.
        return false
      },
    },
  }
  const socket: Socket = host.startsWith('/')
    ? connect({ path: join(host, `.s.PGSQL.${port}`), ...options })
    : connect({ host, port, noDelay: true, ...options })
  socket.on('end', () => reader.ended())
  socket.on('error', (error) => reader.ended(error))
  socket.on('close', () => reader.ended())
  return { socket, reader }
}
