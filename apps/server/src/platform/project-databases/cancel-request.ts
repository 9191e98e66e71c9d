import net from 'node:net'
import path from 'node:path'
import type pg from 'pg'

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: CancelRequest. */
const CANCEL_REQUEST_CODE = (1234 << 16) | 5678
const CANCEL_REQUEST_BYTES = 16
/** A server that has not processed a cancel request in this time is given up on. */
const CANCEL_REQUEST_TIMEOUT_MS = 2_000

/** What a CancelRequest needs to find its backend. */
export interface BackendKey {
  /** A host name, an address, or the directory of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

/** Returns the key of the backend that a connected client of the driver talks to. Its published type leaves it out. */
export const backendKey = (client: pg.ClientBase): BackendKey => client as pg.ClientBase & BackendKey

/**
 * Asks the server to cancel what the backend is doing, over a connection of its own, as the protocol requires.
 * The server closes that connection once it has sent the signal, so a request that has resolved can no longer hit a
 * later query. A backend that no longer exists is no error.
 * Rejects when the server cannot be reached, or does not close the connection within CANCEL_REQUEST_TIMEOUT_MS.
 */
export function sendCancelRequest({ host, port, processID, secretKey }: BackendKey): Promise<void> {
  const message = Buffer.alloc(CANCEL_REQUEST_BYTES)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(CANCEL_REQUEST_CODE, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  return new Promise((resolve, reject) => {
    const socket = net.connect(serverAddress(host, port), () => socket.write(message))
    socket.setTimeout(CANCEL_REQUEST_TIMEOUT_MS, () =>
      socket.destroy(new Error(`No answer to the cancel request within ${CANCEL_REQUEST_TIMEOUT_MS} ms`)),
    )
    socket.on('error', reject)
    socket.on('close', () => resolve())
    // Only a socket that is read notices that the server has closed it.
    socket.resume()
  })
}

/** As libpq: a host that begins with a slash is the directory in which the socket is named by the port. */
const serverAddress = (host: string, port: number): net.NetConnectOpts =>
  host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }
