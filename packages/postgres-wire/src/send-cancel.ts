import net from 'node:net'
import { clientMessages } from './client-messages.ts'
import { addressOf, type ServerEndpoint } from './server-address.ts'

/**
 * Asks a server to cancel what one of its sessions is running. Resolves when the server closes the connection, which
 * it does once it has passed the request on. Rejects when it cannot be reached or does not close within `timeoutMs`.
 */
export function sendCancel(
  endpoint: ServerEndpoint,
  { pid, secret }: { pid: number; secret: Buffer },
  timeoutMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(addressOf(endpoint), () => socket.end(clientMessages.cancel(pid, secret)))
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error(`No answer to a cancel request within ${timeoutMs} ms`)),
    )
    // The end of the connection is only noticed while reading.
    socket.resume()
    socket.on('error', reject)
    socket.once('close', () => resolve())
  })
}
