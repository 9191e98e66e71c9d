import { TOKEN_PREFIX } from '../access/access.rules.ts'

/** The roles that requests to a project's own API run as. */
export const apiRoles = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof apiRoles)[number]

/** A project's two legacy keys are valid for ten years from the project's creation. */
export const LEGACY_KEY_SECONDS = 10 * 365 * 24 * 60 * 60

export const TEMPORARY_KEY_SECONDS = 300
export const TEMPORARY_KEY_SECONDS_MAX = 3600

/** Publishable keys go into apps and pages; secret keys stay on servers. */
export const apiKeyTypes = ['publishable', 'secret'] as const
export type ApiKeyType = (typeof apiKeyTypes)[number]

/** Key prefixes: the first part is for secret scanners, the second for people. */
export const apiKeyPrefixes: Record<ApiKeyType, string> = {
  publishable: `${TOKEN_PREFIX}publishable_`,
  secret: `${TOKEN_PREFIX}secret_`,
}

/** The role of requests that carry a key but no user's token. */
export const roleOfKeyType: Record<ApiKeyType, ApiRole> = { publishable: 'anon', secret: 'service_role' }

const PREFIXES = Object.values(apiKeyPrefixes)

/** Whether the text has the prefix of a publishable or secret key, of whichever project. */
export const isApiKey = (text: string) => PREFIXES.some((prefix) => text.startsWith(prefix))

export const API_KEY_NAME_MAX = 64
export const API_KEY_DESCRIPTION_MAX = 256
/** The name of the two keys that every project is created with. */
export const DEFAULT_KEY_NAME = 'default'
/** Per project. */
export const API_KEYS_MAX = 100
/** A key's last use is written at most this often, so that not every read causes a write. */
export const API_KEY_USE_INTERVAL_MINUTES = 1

/**
 * Every browser's User-Agent begins with `Mozilla/`, and no HTTP library's does. It keeps no thief out, who can send any
 * header, but finds a secret key that was built into a page at its first request.
 */
export const isBrowser = (userAgent: string | undefined) => /^Mozilla\//i.test(userAgent ?? '')
