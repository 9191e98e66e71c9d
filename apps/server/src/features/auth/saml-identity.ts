import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { SAML_KEY_BITS } from '@basalt/contract/auth/saml.rules.ts'
import {
  makeSelfSignedCertificate,
  type TlsIdentity,
} from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'

const generate = promisify(generateKeyPair)

/** The key with which a project signs requests and decrypts answers, and the certificate that identity providers get, in PEM. */
export type SamlIdentity = TlsIdentity

/** A new one; takes up to a second, beside the event loop. RSA is the only kind that identity providers can encrypt for. */
export async function newSamlIdentity(ref: string): Promise<SamlIdentity> {
  return makeSelfSignedCertificate([ref], new Date(), await generate('rsa', { modulusLength: SAML_KEY_BITS }))
}
