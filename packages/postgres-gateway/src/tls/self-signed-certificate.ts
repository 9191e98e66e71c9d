import { generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { der } from './der.ts'

/** A key and its certificate, both in PEM. */
export interface TlsIdentity {
  key: string
  cert: string
}

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const RSA_WITH_SHA256 = '1.2.840.113549.1.1.11'
const COMMON_NAME = '2.5.4.3'
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'
const BASIC_CONSTRAINTS = '2.5.29.19'
const VALID_YEARS = 10
const SERIAL_BYTES = 16
/** The start of validity lies in the past, for machines whose clock is behind. */
const BACKDATED_MS = 24 * 60 * 60_000

/**
 * A new certificate for these names and addresses, signed by its own key, so that connections are encrypted without any
 * setup. A client that has it as a root certificate can verify the server. The key is a new one on P-256, or given: on
 * P-256 or of RSA.
 */
export function makeSelfSignedCertificate(
  names: readonly string[],
  now = new Date(),
  { privateKey, publicKey }: KeyPairKeyObjectResult = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
): TlsIdentity {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + VALID_YEARS)
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? der.sequence(der.oid(RSA_WITH_SHA256), der.null())
      : der.sequence(der.oid(ECDSA_WITH_SHA256))
  const name = der.sequence(der.set(der.sequence(der.oid(COMMON_NAME), der.text(names[0] ?? 'localhost'))))
  const content = der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    der.integer(positive(randomBytes(SERIAL_BYTES))),
    algorithm,
    name,
    der.sequence(der.time(new Date(now.getTime() - BACKDATED_MS)), der.time(until)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der.explicit(
      3,
      der.sequence(
        extension(BASIC_CONSTRAINTS, der.sequence(der.boolean(true))),
        extension(SUBJECT_ALTERNATIVE_NAME, der.sequence(...names.map(alternativeName))),
      ),
    ),
  )
  const signature = der.bitString(sign('sha256', content, privateKey))
  const certificate = der.sequence(content, algorithm, signature)
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: pem(certificate),
  }
}

const extension = (oid: string, value: Buffer) => der.sequence(der.oid(oid), der.octetString(value))

const alternativeName = (name: string) => {
  if (isIP(name) === 4) return der.implicit(7, Buffer.from(name.split('.').map(Number)))
  if (isIP(name) === 6) return der.implicit(7, addressBytes(name))
  return der.implicit(2, Buffer.from(name, 'ascii'))
}

/** The sixteen bytes of an IPv6 address that contains no IPv4 one. */
function addressBytes(address: string): Buffer {
  const [head = '', tail] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...head, ...Array(8 - head.length - (tail?.length ?? 0)).fill('0'), ...(tail ?? [])]
  return Buffer.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  )
}

/** Makes the first byte 1 to 127: the number is positive and has no leading zero byte, which DER forbids. */
const positive = (bytes: Buffer) => Buffer.concat([Buffer.of((bytes[0]! & 0x7f) | 0x40), bytes.subarray(1)])

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
