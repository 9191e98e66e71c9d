import { promisify } from 'node:util'
import { SAML_RESPONSE_MAX_BYTES } from '@basalt/contract/auth/saml.rules.ts'
import type { XmlElement } from '@xmldom/xmldom'
import { invalidAnswer } from './saml-assertion.ts'
import { parseXml, UnreadableXml } from './saml-xml.ts'

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
/** Algorithms with which a second document can be made to fit. */
const BROKEN = /sha1|md5|hmac/i

/**
 * Whatever is wrong with an encrypted answer: a reason would tell an attacker, who can change the encrypted bytes, what
 * they decrypt to.
 */
export const unreadableSecret = (cause?: unknown) =>
  invalidAnswer('it could not be decrypted, or what is encrypted is not valid', cause)

/** The answer of an identity provider, of which nothing is verified yet. */
export interface AnswerXml {
  /** Who says to have issued it. */
  issuer: string
  /** The encrypted assertion as XML; undefined when it is not encrypted. */
  encrypted: string | undefined
}

/** Reads an answer in base64. Throws `validation_failed` for what is not read at all. */
export async function readAnswer(answer: string): Promise<AnswerXml> {
  if (answer === '' || answer.length > SAML_RESPONSE_MAX_BYTES * 1.4)
    throw invalidAnswer('it has no answer of that size')
  const xml = Buffer.from(answer, 'base64').toString()
  try {
    const document = await parseXml(xml, SAML_RESPONSE_MAX_BYTES)
    // In any namespace, as the library looks for them.
    const [encrypted, second] = Array.from(document.getElementsByTagNameNS('*', 'EncryptedAssertion'))
    if (second) throw invalidAnswer('it has several encrypted assertions')
    // Encrypting the key with SHA-1 is safe, and usual.
    if (brokenIn(document) > (encrypted ? brokenIn(encrypted) : 0)) throw brokenAlgorithm()
    const [issuer] = Array.from(document.getElementsByTagNameNS(ASSERTION, 'Issuer'))
    return { issuer: issuer?.textContent?.trim() ?? '', encrypted: encrypted?.toString() }
  } catch (cause) {
    if (!(cause instanceof UnreadableXml)) throw cause
    throw invalidAnswer(cause.message, cause)
  }
}

/**
 * Finds the key that decrypts an encrypted assertion, with which the library decrypts it once more. Refuses one that is
 * encrypted with a broken algorithm, or that would have been refused unencrypted: anyone can encrypt for the project.
 * Throws `validation_failed`.
 */
export async function decryptingKey(encrypted: string, keys: readonly string[]): Promise<string> {
  const { decrypt } = await import('xml-encryption')
  const options = { disallowDecryptionWithInsecureAlgorithm: true }
  let refusal: unknown
  for (const key of keys)
    try {
      const xml = await promisify(decrypt)(encrypted, { key, ...options })
      if (brokenIn(await parseXml(xml ?? '', SAML_RESPONSE_MAX_BYTES)) > 0) throw brokenAlgorithm()
      return key
    } catch (cause) {
      refusal = cause
    }
  throw unreadableSecret(refusal)
}

/** How many elements name a broken algorithm. */
const brokenIn = (tree: Pick<XmlElement, 'getElementsByTagNameNS'>) =>
  Array.from(tree.getElementsByTagNameNS('*', '*')).filter((element) =>
    BROKEN.test(element.getAttribute('Algorithm') ?? ''),
  ).length

const brokenAlgorithm = () =>
  invalidAnswer('it is signed with an algorithm that is no longer safe. Use SHA-256.')
