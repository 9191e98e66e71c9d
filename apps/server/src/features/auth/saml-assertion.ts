import { SAML_ATTRIBUTES_MAX, SAML_CLOCK_SKEW_SECONDS } from '@basalt/contract/auth/saml.rules.ts'
import type { Profile } from '@node-saml/node-saml'
import { AuthError } from './auth-error.ts'
import type { AttributeMapping } from './sso-providers.ts'

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** SAML V2.0 Subject Identifier Attributes, 3.3. */
const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'

/** Where identity providers put the address of a person. */
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'mail',
  'email',
  'Email',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
]

/** An element as the library reads it: attributes in `$`, text in `_`, children by name. */
type Read = { $?: Record<string, string>; _?: string } & Record<string, unknown>

const first = (value: unknown): Read | undefined => {
  const [found] = [value].flat()
  return typeof found === 'object' && found !== null ? (found as Read) : undefined
}

export const invalidAnswer = (reason: string, cause?: unknown) =>
  new AuthError('validation_failed', `The answer of the identity provider is not valid: ${reason}`, { cause })

/** What an answer must fit beside its signature, times and audience, which the library has checked. */
interface Expected {
  entityId: string
  /** Where this answer was to be sent. */
  recipient: string
  /** The request that it answers; undefined for a sign-in that begins at the identity provider. */
  requestId: string | undefined
  now: Date
}

/** Checks the signed assertion; resolves to its id. Throws AuthError. */
export function mustFit(profile: Profile, { entityId, recipient, requestId, now }: Expected): string {
  const assertion = first(profile.getAssertion?.().Assertion)
  const id = assertion?.$?.ID
  if (!assertion || !id) throw invalidAnswer('it has no assertion')
  if (profile.issuer !== entityId) throw invalidAnswer('it comes from another identity provider')
  const issued = Date.parse(assertion.$?.IssueInstant ?? '')
  if (!(issued <= now.getTime() + SAML_CLOCK_SKEW_SECONDS * 1000))
    throw invalidAnswer('it was issued in the future')
  const confirmations = [first(assertion.Subject)?.SubjectConfirmation].flat().map(first)
  const isForUs = confirmations.some((confirmation) => {
    const data = first(confirmation?.SubjectConfirmationData)?.$
    const expiry = Date.parse(data?.NotOnOrAfter ?? '')
    return (
      confirmation?.$?.Method === BEARER &&
      data?.Recipient === recipient &&
      expiry > now.getTime() - SAML_CLOCK_SKEW_SECONDS * 1000 &&
      data.InResponseTo === requestId
    )
  })
  if (!isForUs) throw invalidAnswer('it is not meant for this sign-in')
  return id
}

/** The person whom an assertion describes. Throws `saml_assertion_no_user_id`, `saml_assertion_no_email`. */
export function personIn(profile: Profile, mapping: AttributeMapping) {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>
  const valuesOf = (name: string) =>
    (Object.hasOwn(attributes, name) ? [attributes[name]].flat() : []).filter(
      (value): value is string => typeof value === 'string' && value !== '',
    )
  const custom = customClaims(mapping, valuesOf)
  const nameId = typeof profile.nameID === 'string' ? profile.nameID.trim() : ''
  const mapped = typeof custom.email === 'string' ? custom.email : undefined
  const email =
    mapped ??
    EMAIL_ATTRIBUTES.flatMap(valuesOf)[0] ??
    (profile.nameIDFormat === EMAIL_FORMAT || nameId.includes('@') ? nameId : undefined)
  const subject =
    valuesOf(SUBJECT_ID)[0] ?? (profile.nameIDFormat === TRANSIENT || nameId === '' ? email : nameId)
  if (!subject || !/^[^\p{Cc}]{1,255}$/u.test(subject))
    throw new AuthError('saml_assertion_no_user_id', 'The identity provider does not tell who the person is')
  if (!email)
    throw new AuthError(
      'saml_assertion_no_email',
      'The identity provider tells no email address. Add it to the attributes, or map it.',
    )
  const { email: _, ...claims } = custom
  return { subject, email, claims }
}

function customClaims({ keys = {} }: AttributeMapping, valuesOf: (name: string) => string[]) {
  const claims: Record<string, unknown> = {}
  for (const [claim, { name, names = [], default: byDefault, array }] of Object.entries(keys).slice(
    0,
    SAML_ATTRIBUTES_MAX,
  )) {
    const values = [...(name ? [name] : []), ...names].map(valuesOf).find((found) => found.length > 0)
    if (values) claims[claim] = array ? values : values[0]
    else if (byDefault !== undefined) claims[claim] = byDefault
  }
  return claims
}
