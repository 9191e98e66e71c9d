import type { Socket } from 'node:net'
import type { ServerEndpoint } from '../resolver.ts'
import { sendCancel } from './send-cancel.ts'
import { ServerSocket } from './server-socket.ts'

/** A connection to a server, as the gateway reads and writes it. */
export interface ServerStream {
  /** To write to, and to learn of drain, error and close. Its data are told to `onData` and nobody else. */
  readonly socket: Socket
  /** Told of each chunk, which is its own to keep. */
  onData: (chunk: Buffer) => void
  pause(): void
  resume(): void
}

/** How servers are reached; a simulation brings its own. */
export interface Network {
  connect(endpoint: ServerEndpoint): ServerStream
  /** Resolves once the server has taken the request; rejects when it cannot be reached, or after the time given. */
  cancel(endpoint: ServerEndpoint, key: { pid: number; secret: Buffer }, timeoutMs: number): Promise<void>
}

export const sockets: Network = {
  connect: (endpoint) => new ServerSocket(endpoint),
  cancel: sendCancel,
}
