import { sendCancel } from '@basalt/postgres-wire/send-cancel.ts'
import { int32 } from '@basalt/postgres-wire/write-message.ts'
import type pg from 'pg'

/** How long a server may take to process a cancel request. */
const CANCEL_REQUEST_TIMEOUT_MS = 2_000

/** What a cancel request needs to find its backend. */
export interface BackendKey {
  /** A host name, an address, or the directory of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

/** The key of the backend that a connected client of the driver talks to. The driver's published type omits it. */
export const backendKey = (client: pg.ClientBase): BackendKey => client as pg.ClientBase & BackendKey

/**
 * Asks the server to cancel the backend's statement. Once resolved, the request can no longer hit a later statement. A
 * backend that no longer exists is not an error.
 * Rejects when the server cannot be reached, or does not close the connection within CANCEL_REQUEST_TIMEOUT_MS.
 */
export const sendCancelRequest = ({ host, port, processID, secretKey }: BackendKey): Promise<void> =>
  sendCancel({ host, port }, { pid: processID, secret: int32(secretKey) }, CANCEL_REQUEST_TIMEOUT_MS)
