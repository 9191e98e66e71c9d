import { createHash, X509Certificate } from 'node:crypto'

/** RFC 5929 section 4.1: weaker hashes are replaced, others are the certificate's own. */
const REPLACED = /md5|sha-?1(?!\d)/i
const NAMED = /sha-?(224|256|384|512)/i

/**
 * What binds a login to the TLS connection it was made on (`tls-server-end-point`): a hash of the certificate.
 * Undefined where the certificate's signature names no hash, as with Ed25519; then nothing is bound.
 */
export function endPointHash(cert: string): Buffer | undefined {
  const certificate = new X509Certificate(cert)
  const algorithm = certificate.signatureAlgorithm ?? ''
  const hash = REPLACED.test(algorithm) ? '256' : NAMED.exec(algorithm)?.[1]
  return hash === undefined ? undefined : createHash(`sha${hash}`).update(certificate.raw).digest()
}
