import net from 'node:net'
import { byChunks, type ChunkListener } from '@basalt/postgres-wire/by-chunks.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import { addressOf } from '@basalt/postgres-wire/server-address.ts'

/** A connection to a server, read without stream events, which are a large part of what a short reply costs. */
export class ServerSocket {
  readonly socket: net.Socket
  onData: ChunkListener = () => undefined
  #isPaused = false

  constructor(endpoint: ServerEndpoint) {
    this.socket = net.connect({
      ...addressOf(endpoint),
      noDelay: true,
      onread: byChunks((chunk) => {
        this.onData(chunk)
        return true
      }),
    })
  }

  /** Stops reading until `resume`. */
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
