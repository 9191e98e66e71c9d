import type { z } from 'zod'
import type { ChosenUser } from './claims.schema.ts'

/** How long the claims of a chosen user hold, as those of a fresh token would. */
export const CLAIMS_SECONDS = 3600

/** What a token of this user would say, with what was chosen above it. Times are in seconds. */
export function claimsOf(
  { sub, aal, more }: Omit<ChosenUser, 'via'>,
  now: Date,
): Record<string, z.core.util.JSONType> {
  const iat = Math.floor(now.getTime() / 1000)
  return {
    aal,
    amr: [{ method: 'password', timestamp: iat }],
    app_metadata: {},
    aud: 'authenticated',
    email: '',
    exp: iat + CLAIMS_SECONDS,
    iat,
    iss: 'basalt',
    phone: '',
    role: 'authenticated',
    session_id: sub,
    sub,
    user_metadata: {},
    is_anonymous: false,
    ...(more.trim() === '' ? {} : (JSON.parse(more) as Record<string, z.core.util.JSONType>)),
  }
}
