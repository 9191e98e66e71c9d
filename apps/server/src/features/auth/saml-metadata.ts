import { X509Certificate } from 'node:crypto'
import { SAML_METADATA_MAX_BYTES } from '@basalt/contract/auth/saml.rules.ts'
import type { XmlElement } from '@xmldom/xmldom'
import { childrenOf, parseXml, UnreadableXml } from './saml-xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What is known of an identity provider. */
export interface SamlMetadata {
  entityId: string
  /** Where browsers go to sign in. */
  url: string
  /** The certificates whose keys sign answers, as PEM without its frame. */
  certificates: string[]
}

/** Metadata that cannot be used, with the reason as a sentence. */
export class UnusableMetadata extends Error {}

/** Reads metadata (SAML V2.0 Metadata, 2.4.3). Throws UnusableMetadata. */
export async function readMetadata(xml: string, now: Date): Promise<SamlMetadata> {
  const root = await rootOf(xml)
  const entity = onlyProviderIn(root)
  const entityId = entity.getAttribute('entityID') ?? ''
  if (!/^\S{1,1024}$/.test(entityId)) throw new UnusableMetadata('The metadata have no entity ID')
  const [provider] = providersOf(entity)
  for (const element of [root, entity, provider!]) mustBeValid(element, now)
  const service = childrenOf(provider!, METADATA, 'SingleSignOnService').find(
    (one) => one.getAttribute('Binding') === REDIRECT,
  )
  const url = URL.parse(service?.getAttribute('Location') ?? '')
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UnusableMetadata('The metadata have no address for sign-ins by HTTP redirect')
  const certificates = childrenOf(provider!, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURES, 'X509Certificate')))
    .map((certificate) => (certificate.textContent ?? '').replace(/\s/g, ''))
  if (certificates.length === 0) throw new UnusableMetadata('The metadata have no certificate')
  certificates.forEach(mustBeCertificate)
  return { entityId, url: url.href, certificates }
}

async function rootOf(xml: string): Promise<XmlElement> {
  try {
    return (await parseXml(xml, SAML_METADATA_MAX_BYTES)).documentElement
  } catch (cause) {
    if (!(cause instanceof UnreadableXml)) throw cause
    throw new UnusableMetadata(`The metadata cannot be read: ${cause.message}`, { cause })
  }
}

const providersOf = (entity: XmlElement) => childrenOf(entity, METADATA, 'IDPSSODescriptor')

function onlyProviderIn(root: XmlElement): XmlElement {
  const entities =
    root.localName === 'EntityDescriptor' && root.namespaceURI === METADATA
      ? [root]
      : Array.from(root.getElementsByTagNameNS(METADATA, 'EntityDescriptor'))
  const found = entities.filter((entity) => providersOf(entity).length > 0)
  if (found.length === 0) throw new UnusableMetadata('The metadata describe no identity provider')
  if (found.length > 1) throw new UnusableMetadata('The metadata describe several identity providers')
  return found[0]!
}

function mustBeValid(element: XmlElement, now: Date) {
  const until = element.getAttribute('validUntil')
  if (until && Date.parse(until) <= now.getTime())
    throw new UnusableMetadata(`The metadata were valid until ${until}`)
}

function mustBeCertificate(base64: string) {
  try {
    new X509Certificate(Buffer.from(base64, 'base64'))
  } catch (cause) {
    throw new UnusableMetadata('A certificate of the metadata cannot be read', { cause })
  }
}
