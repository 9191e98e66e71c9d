import { type SecureContext, TLSSocket } from 'node:tls'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { readStartupPacket, type StartupPacket } from '@basalt/postgres-wire/startup-packet.ts'
import { STARTUP_PACKET_MAX_BYTES } from '../gateway.rules.ts'
import { ConnectionGone, type PacketStream } from './packet-stream.ts'

const YES = 'S'
const NO = 'N'
/** The first byte of a TLS ClientHello: since PostgreSQL 17 a client may begin with it. */
const TLS_HANDSHAKE = 0x16
const ALPN = 'postgresql'

/** The first packet of a connection after encryption has been negotiated. */
export type Opening = Exclude<StartupPacket, { kind: 'ssl' | 'gssenc' }> & { isEncrypted: boolean }

/** Replies to encryption requests until another packet arrives. @throws PostgresError, ConnectionGone */
export async function negotiate(
  stream: PacketStream,
  secureContext: SecureContext | undefined,
): Promise<Opening> {
  let isEncrypted = false
  if ((await stream.firstByte()) === TLS_HANDSHAKE && secureContext) {
    await encrypt(stream, secureContext, { requiredAlpn: ALPN })
    isEncrypted = true
  }
  // Each may be requested once, in either order.
  const answered = new Set<string>()
  for (;;) {
    const packet = readStartupPacket(await stream.packet(STARTUP_PACKET_MAX_BYTES))
    if (packet.kind === 'cancel' || packet.kind === 'startup') return { ...packet, isEncrypted }
    if (answered.has(packet.kind) || isEncrypted)
      throw new PostgresError('08P01', 'unsupported frontend protocol')
    answered.add(packet.kind)
    const isAccepted = packet.kind === 'ssl' && secureContext !== undefined
    // Bytes sent in plain text behind the request could be mistaken for encrypted ones (CVE-2021-23214).
    if (isAccepted && stream.hasMore)
      throw new PostgresError('08P01', 'received unencrypted data after SSL request', {
        detail:
          'This could be either a client-software bug or evidence of an attempted man-in-the-middle attack.',
      })
    stream.socket.write(isAccepted ? YES : NO)
    if (isAccepted) {
      await encrypt(stream, secureContext, {})
      isEncrypted = true
    }
  }
}

async function encrypt(
  stream: PacketStream,
  secureContext: SecureContext,
  { requiredAlpn }: { requiredAlpn?: string },
) {
  const plain = stream.socket
  const read = stream.release()
  if (read.length > 0) plain.unshift(read)
  const encrypted = new TLSSocket(plain, { isServer: true, secureContext, ALPNProtocols: [ALPN] })
  encrypted.on('error', () => encrypted.destroy())
  await new Promise<void>((resolve, reject) => {
    encrypted.once('secure', () => resolve())
    encrypted.once('close', () => reject(new ConnectionGone()))
    plain.once('close', () => reject(new ConnectionGone()))
  })
  if (requiredAlpn !== undefined && encrypted.alpnProtocol !== requiredAlpn) {
    encrypted.destroy()
    throw new ConnectionGone()
  }
  encrypted.setNoDelay(true)
  stream.switchTo(encrypted)
}
