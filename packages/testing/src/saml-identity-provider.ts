import { createHash, generateKeyPairSync, randomUUID, type X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { encrypt as encryptXml } from 'xml-encryption'

/** A certificate that signs itself, for tests only, with its key. Node cannot make certificates. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUCjkRcw0ssCR+94BMueA+whjP1qUwDQYJKoZIhvcNAQEL
BQAwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcNMjYxMTI2MjM0MTM3WhgPMjEy
NjExMDIyMzQxMzdaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEArMb4K2l/T3c9872yICiVxjgGNtyCeCSDoRtn
7LYegRZEByvMlEFcV99fRKRah3Lwz+h8HgsU1h+2zJcAGC5V0Phg4/7QW5GOUlLV
mQtri4Nl6RNtagvpkREZZ2ks17NiQsFLTcXteRVfV2tdNQz66KP7Y0JjhCqGS8X3
YC7XBHuBD1kkC3LWwGUzuKVg7P1qwRrMpmmp4+QMtdKV2dMa746p7D57UqmxMrmi
UuxYLKTqYsfxm62q92H0ELmv/BOODEeXAMf8TvDYBA9EmkSEcb7vo8XtWQGWRwmV
PAw/K1G7s21q8xu8OEyFA7fgIDSlhO556BaZBQFRYqmmmphZgQIDAQABo1MwUTAd
BgNVHQ4EFgQUZmPjohBT5717NIf8n6OW5YBdpo4wHwYDVR0jBBgwFoAUZmPjohBT
5717NIf8n6OW5YBdpo4wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEAj3QYTIE2pBtSFWjbcFyJcc26q43phbVXQy6loS2OM6ZAPALWbiTM8wR3SvuW
Nfx4+Vv6Zr1bxKW9w0sBNickAywQ12wQZgs84RKf1CrMQpKuDdWEAQFseptIo0We
LY5gyNDqBd5WvK1AmY5wYzjZTukCqF73Tj4ZlGhXNsZeJrQEHdNXGRcobJKV+Tth
zKQgEv9j3ydOPnnb7JnC+ysupEYKkHLz7CnUw6w1/uCvk+u5dJTn+85Ipwid9K5r
gj907gwiOQ/9uANtI9oh5zFpVxbIMUyWVURnGAS+dAFxfX8aHGJ7k0hTODovnt8J
q0w26JqyZGCeiCGoI5j6krJNtw==
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCsxvgraX9Pdz3z
vbIgKJXGOAY23IJ4JIOhG2fsth6BFkQHK8yUQVxX319EpFqHcvDP6HweCxTWH7bM
lwAYLlXQ+GDj/tBbkY5SUtWZC2uLg2XpE21qC+mRERlnaSzXs2JCwUtNxe15FV9X
a101DProo/tjQmOEKoZLxfdgLtcEe4EPWSQLctbAZTO4pWDs/WrBGsymaanj5Ay1
0pXZ0xrvjqnsPntSqbEyuaJS7FgspOpix/Gbrar3YfQQua/8E44MR5cAx/xO8NgE
D0SaRIRxvu+jxe1ZAZZHCZU8DD8rUbuzbWrzG7w4TIUDt+AgNKWE7nnoFpkFAVFi
qaaamFmBAgMBAAECggEAMWqtQ3lmnNttoD/C6TjCcdHHUTyromJLNbKpfEYwnlo4
ddacqlCxcT6luHPLos8IumZzzYH84Str9MNBlyj1iZHo4H0aqf4NN1WS2zWteldI
OCxC0KB8mu3Jls65sS4Q7ifr+mAghk/LF61RGOHQB+cS+TZdUUl6ZMTH9r4e6JxT
vx+w37+XOeitah7Z4uSMsBV8QjaF9kkzNUs5qXVt//kqmneimEdsFq9nAFFue1Up
M49mhBk1F3yGTdtlLT2EVA0z6bs9+lLCspGIJaW6TidilH6XH22vgqtwCpb+zzz2
njHZVyrUB4i506IS4rxlLpbE34EQOP5sV20isRZ+4wKBgQDkGdAbEYf9VTSHamtO
JL+L7INQB34ywdMONXZJjDX9FMYVsYrg0j0lisMk/ilqeuzdqz8CrHJTRjKJ3k15
Dt43ytK2/3Ci2ku1cGcKqKJFZjKIBMLDb0TvK5yNskOD5Yg0vs/5VVpVNhshKY6o
ri9lZ57MIKkhaSkUpSRhgO73TwKBgQDB6OOzCAvfgogmlt3aIpJ7vp8d18x7Nl9k
6Tq1XBiZmufmrUUNp5mP2rFy/U69zRfXf4LXU+rgsy129hvzLXFoZgYNkuflVw2d
CaPHJsh0DQVWWmODwDGkcihUhHbNcoSies/++C9sV/igDkBfUhJ4zKwSPRmg6GRe
4r51WvtuLwKBgQDYN+u/rOeWaS0o6+SZp1X24hQ7SU8D+B0DTAQ7hXAr3YRDTg+S
O1gA/T8sEszZhXqASXKqKyMX8uO3MoWHqmNUyariEtMHXBwF+m2CegWP+WcO7kxc
i13xxQpaes9q+KobLYDhHVpKicY/si/rj2mYGxg48QDBjfiF/GC3GEvtGwKBgBHv
ptAymFaOTmWzYsYAmKgVk8ZA5csn1l8RK7sGz8e1imnN8Ss4K34g7nUCdTwdMm1e
gA3G11z9deEhFqjBtVHAziKHSifui3XRJHMRZU1Gvw2jwry3FGBvpsdakVqjkx0s
WvzsnAZbhMXZS58FimveErSFLk+x70bPlmpohgVFAoGBANtrX7QBI0TrmUuJo5Nf
ZBYVQqJsrLA17awub/iPKG7Ae472qaf/az6FlycwohXtNbwC8ZnsUHdETUXNu9JW
ZUu190ila8CFdtNuB+zYy/0/y43tojXS59rZ0IDin9O8kj8wsiuo/iFD9KsFogAU
RKDZneCswGMh8+ivqWn4Ywci
-----END PRIVATE KEY-----`

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const AES_256_GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
const RSA_OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const encrypt = promisify(encryptXml)
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** What an identity provider got in a request. */
export interface SamlRequest {
  id: string
  issuer: string
  answersTo: string
  relayState: string
}

/** What differs from a right answer. */
export interface SamlAnswer {
  nameId?: string
  nameIdFormat?: string
  attributes?: Record<string, readonly string[]>
  issuer?: string
  audience?: string
  recipient?: string
  inResponseTo?: string | null
  /** Minutes from now. */
  issued?: number
  expires?: number
  signs?: 'assertion' | 'response' | 'nothing'
  /** Signs with another key than that of the metadata. */
  isForged?: boolean
  algorithm?: 'sha256' | 'sha1'
  /** The id of the assertion. */
  id?: string
  /** Changes the signed document. */
  alter?: (xml: string) => string
}

/** How an answer is encrypted, by the identifiers of XML Encryption. */
export interface SamlEncryption {
  contentAlgorithm?: string
  keyAlgorithm?: string
}

/** An identity provider of SAML 2.0 on this machine. It signs in `person` without asking. */
export async function openSamlIdentityProvider() {
  const state = {
    person: {
      nameId: 'p-1',
      attributes: { email: ['ann@company.example'] },
    } as Pick<SamlAnswer, 'nameId' | 'attributes'>,
    /** Changes the metadata. */
    alterMetadata: (xml: string) => xml,
    fetches: 0,
  }

  const requestIn = (url: string): SamlRequest => {
    const { searchParams } = new URL(url)
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
    return {
      id: read(/ ID="([^"]+)"/),
      issuer: read(/<saml:Issuer[^>]*>([^<]+)</),
      answersTo: read(/AssertionConsumerServiceURL="([^"]+)"/),
      relayState: searchParams.get('RelayState') ?? '',
    }
  }

  const server = createServer((request, reply) => {
    const url = new URL(request.url!, origin)
    if (url.pathname === '/metadata') {
      state.fetches += 1
      return reply.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata())
    }
    if (url.pathname === '/sign-in') {
      const asked = requestIn(url.href)
      // A page that posts by itself, as identity providers answer.
      const fields = { SAMLResponse: answerTo(asked), RelayState: asked.relayState }
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input name="${name}" value="${escaped(value)}">`,
      )
      return reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<form method="post" action="${escaped(asked.answersTo)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
        )
    }
    return reply.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${origin}/metadata`

  const metadata = () =>
    state.alterMetadata(
      `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">` +
        '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
        '<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>' +
        `<ds:X509Certificate>${CERTIFICATE.replace(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate>` +
        '</ds:X509Data></ds:KeyInfo></md:KeyDescriptor>' +
        `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sign-in"/>` +
        '</md:IDPSSODescriptor></md:EntityDescriptor>',
    )

  const sign = (xml: string, element: 'Assertion' | 'Response', { isForged, algorithm }: SamlAnswer) => {
    const signer = new SignedXml({
      privateKey: isForged
        ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          })
        : KEY,
      signatureAlgorithm: algorithm === 'sha1' ? RSA_SHA1 : RSA_SHA256,
      canonicalizationAlgorithm: EXCLUSIVE,
    })
    signer.addReference({
      xpath: `//*[local-name(.)='${element}']`,
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    })
    signer.computeSignature(xml, {
      location: {
        reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`,
        action: 'after',
      },
    })
    return signer.getSignedXml()
  }

  const referenceIn = ({ id: requestId }: SamlRequest, { inResponseTo = requestId || null }: SamlAnswer) =>
    inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`

  function assertionFor(request: SamlRequest, answer: SamlAnswer) {
    const { issuer, answersTo } = request
    const { issued = 0, expires = 5 } = answer
    const attributes = Object.entries(answer.attributes ?? {}).map(
      ([name, values]) =>
        `<saml:Attribute Name="${escaped(name)}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    const from = `<saml:Issuer>${escaped(answer.issuer ?? entityId)}</saml:Issuer>`
    return (
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.id ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${minutes(issued)}">${from}` +
      `<saml:Subject><saml:NameID Format="${answer.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${escaped(answer.nameId ?? '')}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${referenceIn(request, answer)} NotOnOrAfter="${minutes(expires)}" Recipient="${escaped(answer.recipient ?? answersTo)}"/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${minutes(issued - 1)}" NotOnOrAfter="${minutes(expires)}"><saml:AudienceRestriction><saml:Audience>${escaped(answer.audience ?? issuer)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${minutes(issued)}"/>` +
      (attributes.length > 0
        ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
        : '') +
      '</saml:Assertion>'
    )
  }

  const responseAround = (assertion: string, request: SamlRequest, answer: SamlAnswer) =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${createHash('sha256').update(assertion).digest('hex')}" Version="2.0" IssueInstant="${minutes(answer.issued ?? 0)}" Destination="${escaped(request.answersTo)}"${referenceIn(request, answer)}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escaped(answer.issuer ?? entityId)}</saml:Issuer>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `${assertion}</samlp:Response>`

  /** An answer in base64; without changes the right one. */
  function answerTo(request: SamlRequest, changes: SamlAnswer = {}) {
    const answer = { ...state.person, ...changes }
    const response = responseAround(assertionFor(request, answer), request, answer)
    const signed = {
      nothing: () => response,
      assertion: () => sign(response, 'Assertion', answer),
      response: () => sign(response, 'Response', answer),
    }[answer.signs ?? 'assertion']()
    return Buffer.from(answer.alter ? answer.alter(signed) : signed).toString('base64')
  }

  /** As `answerTo`, with an assertion that only the owner of the certificate can read. `alter` changes it before. */
  async function encryptedAnswerTo(
    request: SamlRequest,
    certificate: X509Certificate,
    { contentAlgorithm = AES_256_GCM, keyAlgorithm = RSA_OAEP, ...changes }: SamlAnswer & SamlEncryption = {},
  ) {
    const answer = { ...state.person, ...changes }
    const { signs = 'assertion', alter = (xml) => xml } = answer
    const plain = assertionFor(request, answer)
    const encrypted = await encrypt(alter(signs === 'assertion' ? sign(plain, 'Assertion', answer) : plain), {
      rsa_pub: certificate.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      pem: certificate.toString(),
      encryptionAlgorithm: contentAlgorithm,
      keyEncryptionAlgorithm: keyAlgorithm,
      warnInsecureAlgorithm: false,
    })
    const response = responseAround(
      `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`,
      request,
      answer,
    )
    return Buffer.from(signs === 'response' ? sign(response, 'Response', answer) : response).toString(
      'base64',
    )
  }

  return {
    state,
    origin,
    entityId,
    metadata,
    requestIn,
    answerTo,
    encryptedAnswerTo,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
