import net from 'node:net'
import type pg from 'pg'

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: CancelRequest. */
const CANCEL_CODE = 80_877_102
const CANCEL_BYTES = 16
/** Do not wait longer for a server that does not even close the connection. */
const CANCEL_WAIT_MS = 5_000

/** The part of the driver's client that says where its server process is reached. */
interface Reached {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
}

/**
 * Asks PostgreSQL to cancel what a connection is running, over a new connection through the same socket directory or
 * address. Resolves when PostgreSQL has received it or cannot be reached; the statement may end either way.
 */
export async function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Reached
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(CANCEL_BYTES)
  message.writeInt32BE(CANCEL_BYTES, 0)
  message.writeInt32BE(CANCEL_CODE, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.once('error', () => socket.destroy())
    socket.setTimeout(CANCEL_WAIT_MS, () => socket.destroy())
    socket.once('connect', () => socket.end(message))
    // There is no answer, but without reading, the end of the connection would go unnoticed.
    socket.resume()
  })
}
