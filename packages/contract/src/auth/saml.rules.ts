/** Bytes of the metadata of an identity provider. */
export const SAML_METADATA_MAX_BYTES = 512 * 1024
/** Bytes of the answer of an identity provider, before base64. */
export const SAML_RESPONSE_MAX_BYTES = 256 * 1024
/** Elements within elements; real documents have about 15. */
export const XML_DEPTH_MAX = 50

/** How long people have at their identity provider, in seconds. */
export const SAML_FLOW_SECONDS = 600
/** How old an answer may be, whatever its identity provider says, in seconds. */
export const SAML_ANSWER_MAX_AGE_SECONDS = 600
/** How far the clocks of identity providers may be off, in seconds. */
export const SAML_CLOCK_SKEW_SECONDS = 60
/** After how long metadata from an address are read again, in seconds. */
export const SAML_METADATA_FRESH_SECONDS = 24 * 3600

/** Bits of the RSA key of a project, whose certificate is valid for ten years. */
export const SAML_KEY_BITS = 3072

/**
 * The life of a key of a project for SAML. `standby`: published, so that identity providers accept it before the first
 * request that it signs. `in_use`: signs requests. `previously_used`: no longer published. All three decrypt answers.
 */
export const samlKeyStatuses = ['standby', 'in_use', 'previously_used'] as const
export type SamlKeyStatus = (typeof samlKeyStatuses)[number]

/** The key in use changes only when the one on standby replaces it. */
export const removableSamlKeys = ['standby', 'previously_used'] as const satisfies readonly SamlKeyStatus[]
export type RemovableSamlKey = (typeof removableSamlKeys)[number]

/** Identity providers of one project. */
export const SSO_PROVIDERS_MAX = 100
/** Domains of one identity provider. */
export const SSO_DOMAINS_MAX = 100
/** Claims that are taken from an answer. */
export const SAML_ATTRIBUTES_MAX = 50

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/

/** The stored form of a domain; undefined for another text. */
export function normalDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase()
  return DOMAIN.test(domain) ? domain : undefined
}

export const domainProblem = (text: string): string | undefined =>
  normalDomain(text) === undefined ? 'Enter a domain such as example.com' : undefined

/** A claim of users, and the attribute of the answer that it is taken from. */
const ATTRIBUTE = /^\s*([A-Za-z][\w.-]{0,62})\s*=\s*(\S(?:.{0,500}\S)?)\s*$/

/** Reads a line such as `department=urn:oid:2.5.4.11`. Undefined for another text. */
export function attributeOf(line: string): { claim: string; attribute: string } | undefined {
  const [, claim, attribute] = ATTRIBUTE.exec(line) ?? []
  return claim === undefined || attribute === undefined ? undefined : { claim, attribute }
}

export const attributeProblem = (line: string): string | undefined =>
  attributeOf(line) ? undefined : 'Enter a claim and an attribute, such as department=urn:oid:2.5.4.11'
