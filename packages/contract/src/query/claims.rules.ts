import type { z } from 'zod'
import type { ChosenUser } from './claims.schema.ts'

/** How long the claims of a chosen user are valid, like those of a fresh token. */
export const CLAIMS_SECONDS = 3600

/** The claims of a token of this user, overridden by the additional ones. Times are in seconds. */
export function claimsOf(
  { sub, aal, more, claims }: Omit<ChosenUser, 'via'>,
  now: Date,
): Record<string, z.core.util.JSONType> {
  const iat = Math.floor(now.getTime() / 1000)
  const made = {
    aal,
    amr: [{ method: 'password', timestamp: iat }],
    app_metadata: {},
    aud: 'authenticated',
    email: '',
    iss: 'basalt',
    phone: '',
    role: 'authenticated',
    session_id: sub,
    sub,
    user_metadata: {},
    is_anonymous: false,
  }
  return {
    ...((claims as typeof made | undefined) ?? made),
    iat,
    exp: iat + CLAIMS_SECONDS,
    ...(more.trim() === '' ? {} : (JSON.parse(more) as Record<string, z.core.util.JSONType>)),
  }
}
