import { createHash, X509Certificate } from 'node:crypto'

/** RFC 5929 section 4.1: MD5 and SHA-1 are replaced by SHA-256, other hashes are used as they are. */
const REPLACED = /md5|sha-?1(?!\d)/i
const NAMED = /sha-?(224|256|384|512)/i

/**
 * The hash of a certificate (PEM, or DER) that binds a SCRAM login to its TLS connection (`tls-server-end-point`). Undefined when the
 * certificate's signature names no hash, as with Ed25519; then there is no channel binding.
 */
export function endPointHash(cert: string | Buffer): Buffer | undefined {
  const certificate = new X509Certificate(cert)
  const algorithm = certificate.signatureAlgorithm ?? ''
  const hash = REPLACED.test(algorithm) ? '256' : NAMED.exec(algorithm)?.[1]
  return hash === undefined ? undefined : createHash(`sha${hash}`).update(certificate.raw).digest()
}
