import net from 'node:net'
import { CANCEL_TIMEOUT_MS } from '../runs/flow.rules.ts'

const CANCEL_REQUEST_CODE = (1234 << 16) | 5678

/** What a CancelRequest needs to find its backend. */
export interface BackendKey {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

/**
 * Asks the server to cancel what the backend is doing, over a connection of its own as the protocol wants it. The
 * server closes that connection once the signal is on its way, so when this resolves, no later query can be hit.
 * Nothing to cancel, or no server, is no error.
 */
export function sendCancelRequest({ host, port, processID, secretKey }: BackendKey): Promise<void> {
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(CANCEL_REQUEST_CODE, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  return new Promise((resolve) => {
    const socket = net.connect({ host, port }, () => socket.write(message))
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
  })
}
