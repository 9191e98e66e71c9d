import { randomUUID } from 'node:crypto'
import { PROVIDER_CLAIM_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { AuthError } from './auth-error.ts'
import { normalEmail } from './credentials.ts'
import type { Claims } from './mapped-claims.ts'

/** A person as a provider knows them. */
export interface ExternalIdentity {
  provider: string
  /** The provider's id of the person. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** What is stored of the person, by the names that apps read. */
  data: Record<string, unknown>
  /** Whether a person without an address may have an account. */
  isEmailOptional: boolean
  /** The id of the user, should one be created. */
  newUserId: string
}

/** The identity that claims describe. An address that is none counts as missing. Throws `bad_oauth_callback` without an id. */
export function externalIdentity(
  provider: string,
  issuer: string,
  claims: Claims,
  { isEmailOptional = false } = {},
): ExternalIdentity {
  // OpenID Connect Core, 2: at most 255 characters.
  if (typeof claims.sub !== 'string' || !/^[^\p{Cc}]{1,255}$/u.test(claims.sub))
    throw new AuthError('bad_oauth_callback', `The answer of ${provider} has no valid user id`)
  const email = emailIn(claims.email)
  // Some providers write it as text.
  const isEmailVerified =
    email !== null && (claims.email_verified === true || claims.email_verified === 'true')
  const name = textIn(claims.name)
  const picture = textIn(claims.picture)
  const userName = textIn(claims.preferred_username)
  return {
    provider,
    newUserId: randomUUID(),
    subject: claims.sub,
    email,
    isEmailVerified,
    isEmailOptional,
    data: {
      iss: issuer,
      sub: claims.sub,
      provider_id: claims.sub,
      ...(email !== null && { email }),
      email_verified: isEmailVerified,
      phone_verified: false,
      ...(name !== undefined && { name, full_name: name }),
      ...(picture !== undefined && { picture, avatar_url: picture }),
      ...(userName !== undefined && { preferred_username: userName, user_name: userName }),
      ...(claims.custom_claims !== undefined && { custom_claims: claims.custom_claims }),
    },
  }
}

function emailIn(value: unknown) {
  if (typeof value !== 'string') return null
  try {
    return normalEmail(value)
  } catch {
    return null
  }
}

const textIn = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= PROVIDER_CLAIM_MAX && !value.includes('\0')
    ? value
    : undefined
