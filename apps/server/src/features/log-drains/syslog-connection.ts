import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { LogDrainTarget } from '@basalt/contract/log-drains/log-drains.schema.ts'
import { DeliveryError, TimedOut } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { publicAddresses } from '../../platform/outgoing-requests/public-addresses.ts'

type SyslogTarget = Extract<LogDrainTarget, { kind: 'syslog' }>

/**
 * Sends bytes over a connection of their own, and resolves when the receiver has closed it after us. Syslog has no
 * confirmations; but a receiver that closes without having read everything resets the connection instead.
 */
export async function sendOverSyslog(
  { host, port, tls, certificate }: SyslogTarget,
  bytes: Buffer,
  { reach, timeoutMs, signal }: { reach: Reach; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  // The addresses are connected to, not the name, which could lead elsewhere by then.
  const { addresses } = await publicAddresses(host, { reach })
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = AbortSignal.any([timeout, signal])
  let failure: unknown
  for (const address of addresses) {
    try {
      const socket = tls
        ? connectTls({
            host: address,
            port,
            ...(isIP(host) === 0 && { servername: host }),
            ...(certificate !== '' && { ca: certificate }),
          })
        : connectTcp({ host: address, port })
      return await sent(socket, bytes, { connected: tls ? 'secureConnect' : 'connect', ended })
    } catch (error) {
      failure = timeout.aborted ? new TimedOut() : error
      // Only a receiver that could not be reached may be tried elsewhere.
      if (error instanceof DeliveryError || ended.aborted) break
    }
  }
  throw failure
}

const UNCONFIRMED = 'The receiver closed the connection before it had read everything'

function sent(
  socket: Socket,
  bytes: Buffer,
  { connected, ended }: { connected: 'connect' | 'secureConnect'; ended: AbortSignal },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isConnected = false
  let isFinished = false
  const stop = () => socket.destroy(new Error('aborted'))
  if (ended.aborted) stop()
  ended.addEventListener('abort', stop, { once: true })
  socket.once(connected, () => {
    isConnected = true
    socket.end(bytes)
  })
  socket.on('finish', () => {
    isFinished = true
  })
  // Whatever the receiver says is no part of the protocol.
  socket.resume()
  socket.on('end', () => {
    if (isConnected && isFinished) resolve()
    else reject(new DeliveryError(UNCONFIRMED))
  })
  socket.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      isConnected && !ended.aborted && error.code !== undefined && RESET.has(error.code)
        ? new DeliveryError(UNCONFIRMED)
        : error,
    ),
  )
  socket.on('close', () => {
    ended.removeEventListener('abort', stop)
    reject(new DeliveryError(UNCONFIRMED))
  })
  return promise.finally(() => socket.destroy())
}

const RESET = new Set(['ECONNRESET', 'EPIPE'])
