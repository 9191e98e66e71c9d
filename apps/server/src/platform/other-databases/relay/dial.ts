import { once } from 'node:events'
import net, { isIP } from 'node:net'
import tls from 'node:tls'
import type { RemotePlace } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Reach } from '../../outgoing-requests/private-networks.ts'
import { publicAddresses } from '../../outgoing-requests/public-addresses.ts'
import { takeBytes } from './read-bytes.ts'
import { RELAY_CONNECT_MS, RELAY_KEEP_ALIVE_MS } from './relay.rules.ts'

/** An open connection to another server, on which nothing has been said yet. */
export interface Dialled {
  readonly socket: net.Socket
  /** The certificate in DER; undefined without encryption. */
  readonly certificate: Buffer | undefined
  /** The place with the address that answered instead of its host, for requests to cancel. */
  readonly address: string
}

const CANNOT_CONNECT = '08001'
const YES = 'S'.charCodeAt(0)
const NO = 'N'.charCodeAt(0)

/**
 * Connects to one of the addresses that a host has now and that may be connected to, as its mode of encryption says. The
 * signal breaks the connection. @throws PostgresError 08001 with a sentence for the person who entered the place
 */
export async function dial(place: RemotePlace, reach: Reach, signal: AbortSignal): Promise<Dialled> {
  const addresses = await addressesOf(place.host, reach)
  let failure: unknown
  for (const address of addresses) {
    try {
      return await dialAddress(place, address, signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      failure = error
    }
  }
  throw failure
}

/** As `dial`, to one address. */
export async function dialAddress(
  place: RemotePlace,
  address: string,
  signal: AbortSignal,
): Promise<Dialled> {
  const socket = net.connect({ host: address, port: place.port, noDelay: true })
  // The next read or write fails with it.
  socket.on('error', () => undefined)
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await connected(socket, place, signal)
    socket.setKeepAlive(true, RELAY_KEEP_ALIVE_MS)
    return { address, ...(await encrypted(socket, place, signal)) }
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function addressesOf(host: string, reach: Reach): Promise<readonly string[]> {
  try {
    return (await publicAddresses(host, { reach })).addresses
  } catch (error) {
    if (error instanceof AppError) throw new PostgresError(CANNOT_CONNECT, error.message)
    throw error
  }
}

async function connected(socket: net.Socket, { host, port }: RemotePlace, signal: AbortSignal) {
  const timer = setTimeout(() => socket.destroy(timedOut(host, port)), RELAY_CONNECT_MS)
  try {
    await once(socket, 'connect', { signal })
  } catch (cause) {
    if (cause instanceof PostgresError || signal.aborted) throw cause
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new PostgresError(
      CANNOT_CONNECT,
      `${host}:${port} ${REASONS[code] ?? `cannot be reached (${code})`}.`,
    )
  } finally {
    clearTimeout(timer)
  }
}

const timedOut = (host: string, port: number) =>
  new PostgresError(
    CANNOT_CONNECT,
    `${host}:${port} did not answer within ${RELAY_CONNECT_MS / 1000} seconds. A firewall may be in between.`,
  )

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections (Connection refused). Check the port, and that PostgreSQL listens there',
  ECONNRESET: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached: there is no route to it',
  ENETUNREACH: 'cannot be reached: there is no route to it',
  ETIMEDOUT: 'did not answer. A firewall may be in between',
}

async function encrypted(
  socket: net.Socket,
  place: RemotePlace,
  signal: AbortSignal,
): Promise<Pick<Dialled, 'socket' | 'certificate'>> {
  const { sslmode, host } = place
  if (sslmode === 'disable') return { socket, certificate: undefined }
  socket.write(clientMessages.sslRequest())
  const [answer] = await takeBytes(socket, 1)
  if (answer === NO && sslmode === 'prefer') return { socket, certificate: undefined }
  if (answer === NO)
    throw new PostgresError(
      CANNOT_CONNECT,
      `${host} does not encrypt connections, which its settings here require.`,
    )
  // Bytes before the handshake come from somebody in between.
  if (answer !== YES || socket.readableLength > 0)
    throw new PostgresError(CANNOT_CONNECT, `${host} does not speak PostgreSQL’s protocol.`)
  const secured = tls.connect({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: sslmode === 'verify-full',
  })
  secured.on('error', () => undefined)
  try {
    await once(secured, 'secureConnect', { signal })
  } catch (cause) {
    throw new PostgresError(CANNOT_CONNECT, whyNotEncrypted(host, cause as TlsFailure))
  }
  return { socket: secured, certificate: secured.getPeerCertificate().raw }
}

type TlsFailure = NodeJS.ErrnoException & { cert?: tls.PeerCertificate }

/** What Node says of a certificate that no trusted authority has signed. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]
/** Characters of the names in a certificate that are shown. */
const NAMES_SHOWN = 200

function whyNotEncrypted(host: string, { code = '', message, cert }: TlsFailure): string {
  const reason = message.trim().replace(/\.$/, '')
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = (cert?.subjectaltname ?? '').replace(/\b(?:DNS|IP Address):/g, '').slice(0, NAMES_SHOWN)
    return `The certificate of ${host} is for ${names === '' ? 'another name' : names}. Enter the name that it is for.`
  }
  if (UNTRUSTED.includes(code))
    return `The certificate of ${host} is not trusted: ${reason}. The operator can add its authority to NODE_EXTRA_CA_CERTS; sslmode require accepts any certificate.`
  return `The connection to ${host} could not be encrypted: ${reason}.`
}
