import type { z } from 'zod'
import type { ChosenUser } from './claims.schema.ts'

/** How long the claims of a chosen user hold, as those of a fresh token would. */
export const CLAIMS_SECONDS = 3600

const NAME = '[\\p{L}_][\\p{L}\\p{N}_$]*|"(?:[^"]|"")+"'
const ROUTINE = new RegExp(`^(?:(${NAME})\\.)?(${NAME})$`, 'u')

/** A function's name as SQL has it, in its parts as PostgreSQL reads them: with a schema or without. Else undefined. */
export function routineParts(written: string): string[] | undefined {
  const [, ...parts] = ROUTINE.exec(written.trim()) ?? []
  if (parts.length === 0) return undefined
  return parts
    .filter((part) => part !== undefined)
    .map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase()))
}

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
