import { z } from 'zod'

/** How long the claims of a chosen user hold, as those of a fresh token would. */
export const CLAIMS_SECONDS = 3600

const isObject = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** A user that SQL is run as, as a form takes it. */
export const ChosenUser = z.object({
  sub: z.string().trim().min(1, 'Enter the id of a user').max(255, 'This id is too long'),
  aal: z.enum(['aal1', 'aal2']),
  /** More claims, or others, as a JSON object; empty for none. */
  more: z
    .string()
    .max(4000, 'These claims are too long')
    .refine(
      (text) => text.trim() === '' || isObject(text),
      'Enter a JSON object, such as {"email": "ann@example.com"}',
    ),
})
export type ChosenUser = z.infer<typeof ChosenUser>

/** What a token of this user would say, with what was chosen above it. Times are in seconds. */
export function claimsOf({ sub, aal, more }: ChosenUser, now: Date): Record<string, z.core.util.JSONType> {
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
