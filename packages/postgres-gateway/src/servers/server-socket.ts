import net from 'node:net'
import { byChunks } from '@basalt/postgres-wire/by-chunks.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import { addressOf } from '@basalt/postgres-wire/server-address.ts'

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
      onread: byChunks((chunk) => {
        this.onData(chunk)
        return true
      }),
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
