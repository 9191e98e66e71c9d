import { sendCancel } from '@basalt/postgres-wire/send-cancel.ts'
import { int32 } from '@basalt/postgres-wire/write-message.ts'
import type pg from 'pg'

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
 * Asks the server to cancel what the backend is doing. A request that has resolved can no longer hit a later query. A
 * backend that no longer exists is no error.
 * Rejects when the server cannot be reached, or does not close the connection within CANCEL_REQUEST_TIMEOUT_MS.
 */
export const sendCancelRequest = ({ host, port, processID, secretKey }: BackendKey): Promise<void> =>
  sendCancel({ host, port }, { pid: processID, secret: int32(secretKey) }, CANCEL_REQUEST_TIMEOUT_MS)
