import type { Socket } from 'node:net'
import type { ChunkListener } from '@basalt/postgres-wire/by-chunks.ts'
import { sendCancel } from '@basalt/postgres-wire/send-cancel.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import { ServerSocket } from './server-socket.ts'

/** A connection to a server, as the gateway reads and writes it. */
export interface ServerStream {
  /** For writing, and for `drain`, `error` and `close`. Its data only goes to `onData`. */
  readonly socket: Socket
  onData: ChunkListener
  pause(): void
  resume(): void
}

/** How servers are reached; a simulation has its own. */
export interface Network {
  connect(endpoint: ServerEndpoint): ServerStream
  /** Resolves once the server has received the request; rejects when it is unreachable, or after `timeoutMs`. */
  cancel(endpoint: ServerEndpoint, key: { pid: number; secret: Buffer }, timeoutMs: number): Promise<void>
}

export const sockets: Network = {
  connect: (endpoint) => new ServerSocket(endpoint),
  cancel: sendCancel,
}
