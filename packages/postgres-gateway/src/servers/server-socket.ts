import net from 'node:net'
import type { ServerEndpoint } from '../resolver.ts'
import { addressOf } from './server-address.ts'

/**
 * What every server connection reads into, one after the other: Node would allocate as much for each read. What was
 * read is copied out of it before the next one reads.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

/** A connection to a server, read without the events of a stream: they are a large part of what a short answer costs. */
export class ServerSocket {
  readonly socket: net.Socket
  /** Receives each chunk and may keep it. */
  onData: (chunk: Buffer) => void = () => undefined
  #isPaused = false

  constructor(endpoint: ServerEndpoint) {
    this.socket = net.connect({
      ...addressOf(endpoint),
      noDelay: true,
      onread: {
        buffer: READ_BUFFER,
        callback: (bytes) => {
          const chunk = Buffer.allocUnsafe(bytes)
          READ_BUFFER.copy(chunk, 0, 0, bytes)
          this.onData(chunk)
          return true
        },
      },
    })
  }

  /** Reads no more until it is resumed. */
  pause() {
    this.#isPaused = true
    this.socket.pause()
  }

  resume() {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.socket.resume()
  }
}
