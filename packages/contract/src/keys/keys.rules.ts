import { TOKEN_PREFIX } from '../access/access.rules.ts'

/** The roles that requests to a project's own API run as. */
export const apiRoles = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof apiRoles)[number]

/** A project's two legacy keys are valid for ten years from the project's creation. */
export const LASTING_KEY_SECONDS = 10 * 365 * 24 * 60 * 60

export const TEMPORARY_KEY_SECONDS = 300
export const TEMPORARY_KEY_SECONDS_MAX = 3600

/** Publishable keys go into apps and pages; secret keys stay on servers. */
export const apiKeyTypes = ['publishable', 'secret'] as const
export type ApiKeyType = (typeof apiKeyTypes)[number]

/** What keys begin with: secret scanners know the first part, people read the second. */
export const apiKeyPrefixes: Record<ApiKeyType, string> = {
  publishable: `${TOKEN_PREFIX}publishable_`,
  secret: `${TOKEN_PREFIX}secret_`,
}

/** As what requests run that are sent with such a key and nobody's token. */
export const roleOfKeyType: Record<ApiKeyType, ApiRole> = { publishable: 'anon', secret: 'service_role' }

const PREFIXES = Object.values(apiKeyPrefixes)

/** Whether this is meant as a publishable or secret key, whichever project it belongs to; a token of any other kind is not. */
export const isApiKey = (text: string) => PREFIXES.some((prefix) => text.startsWith(prefix))

export const API_KEY_NAME_MAX = 64
export const API_KEY_DESCRIPTION_MAX = 256
/** The name of the two keys that a project is made with. */
export const DEFAULT_KEY_NAME = 'default'
/** Of one project. */
export const API_KEYS_MAX = 100
/** The use of a key is noted at most this often: reading must not mean writing. */
export const API_KEY_USE_NOTED_MINUTES = 1

/**
 * Every browser's User-Agent begins so, and that of no HTTP library. It cannot keep a thief out, who says what they like;
 * it finds the secret key that somebody built into a page, at the first request.
 */
export const isBrowser = (userAgent: string | undefined) => /^Mozilla\//i.test(userAgent ?? '')
