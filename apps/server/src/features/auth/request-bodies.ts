import { z } from 'zod'
import { AuthError } from './auth-error.ts'
import type { Challenge } from './flow-states.ts'

/** Bodies of calls. Unknown fields are ignored: clients of later versions send more. */

const Metadata = z.record(z.string(), z.unknown())
const text = z.string()
/** Clients send null for what they leave out. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional())

/** How a message goes out. Services that send messages are not told of others. */
const channel = z.preprocess(
  (value) => (value === null || value === '' ? undefined : value),
  z.literal('sms', 'Only the channel sms is offered').optional(),
)

const challenge = {
  code_challenge: optional(text),
  code_challenge_method: optional(text),
}

export const SignUpBody = z.object({
  email: optional(text),
  phone: optional(text),
  password: optional(text),
  data: optional(Metadata),
  channel,
  ...challenge,
})

export const PasswordBody = z.object({
  email: optional(text),
  phone: optional(text),
  password: optional(text),
})
export const RefreshBody = z.object({ refresh_token: optional(text) })
export const PkceBody = z.object({ auth_code: optional(text), code_verifier: optional(text) })

export const IdTokenBody = z.object({
  provider: optional(text),
  id_token: optional(text),
  access_token: optional(text),
  nonce: optional(text),
  client_id: optional(text),
  issuer: optional(text),
  link_identity: optional(z.boolean()),
})

export const WalletBody = z.object({
  chain: optional(text),
  message: optional(text),
  signature: optional(text),
})

export const OtpBody = z.object({
  email: optional(text),
  phone: optional(text),
  create_user: optional(z.boolean()),
  data: optional(Metadata),
  channel,
  ...challenge,
})

export const RecoverBody = z.object({ email: optional(text), ...challenge })
export const ResendBody = z.object({
  type: text,
  email: optional(text),
  phone: optional(text),
  ...challenge,
})

export const VerifyBody = z.object({
  type: text,
  token: optional(text),
  token_hash: optional(text),
  email: optional(text),
  phone: optional(text),
})

export const UserBody = z.object({
  email: optional(text),
  phone: optional(text),
  password: optional(text),
  nonce: optional(text),
  current_password: optional(text),
  data: optional(Metadata),
  channel,
  ...challenge,
})

export const FactorBody = z.object({
  factor_type: text,
  friendly_name: optional(text),
  issuer: optional(text),
  phone: optional(text),
})
export const FactorVerifyBody = z.object({
  challenge_id: optional(text),
  code: optional(text),
  webauthn: z.unknown().optional(),
})

export const ChallengeBody = z.object({ channel, webauthn: z.unknown().optional() })

export const RecoveryBody = z.object({ friendly_name: optional(text) })
export const RecoveryVerifyBody = z.object({ code: optional(text) })

export const SsoBody = z.object({
  provider_id: optional(text),
  domain: optional(text),
  redirect_to: optional(text),
  skip_http_redirect: optional(z.boolean()),
  ...challenge,
})

export const AdminUserBody = z.object({
  id: optional(z.guid()),
  email: optional(text),
  phone: optional(text),
  password: optional(text),
  password_hash: optional(text),
  email_confirm: optional(z.boolean()),
  phone_confirm: optional(z.boolean()),
  user_metadata: optional(Metadata),
  app_metadata: optional(Metadata),
  role: optional(text),
  ban_duration: optional(text),
})

export const InviteBody = z.object({ email: optional(text), data: optional(Metadata) })

export const GenerateLinkBody = z.object({
  type: text,
  email: optional(text),
  new_email: optional(text),
  password: optional(text),
  data: optional(Metadata),
})

/** A NUL, or half of a surrogate pair, as JSON escapes them; PostgreSQL stores neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i
/** Whether PostgreSQL stores JSON of `JSON.stringify`. */
export const isStorableJson = (json: string) => !UNSTORABLE.test(json)

/** Checks a body. Throws `bad_json` for anything but an object, `validation_failed` for fields of the wrong type. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AuthError('bad_json', 'Could not read the request body: send a JSON object')
  if (!isStorableJson(JSON.stringify(body)))
    throw new AuthError('validation_failed', 'The body has characters that are not valid text, such as a NUL')
  const { data, error } = schema.safeParse(body)
  if (!error) return data
  const [issue] = error.issues
  throw new AuthError(
    'validation_failed',
    `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`,
  )
}

/** The answer of a captcha. */
export function captchaTokenIn(body: unknown): string | undefined {
  const { gotrue_meta_security: security } = (body ?? {}) as { gotrue_meta_security?: unknown }
  const { captcha_token: token } = (security ?? {}) as { captcha_token?: unknown }
  return typeof token === 'string' ? token : undefined
}

/** The challenge of a PKCE flow; undefined without one. Throws `validation_failed`. */
export function challengeIn(body: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method } = body
  if (!challenge && !code_challenge_method) return undefined
  const method = code_challenge_method?.toLowerCase()
  // RFC 7636, 4.2.
  if (!challenge || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw new AuthError('validation_failed', 'code_challenge must have 43 to 128 letters, digits, - . _ or ~')
  if (method !== 's256' && method !== 'plain')
    throw new AuthError('validation_failed', 'code_challenge_method must be s256 or plain')
  return { challenge, method }
}

const UNITS_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** A duration such as `24h` or `1h30m` in milliseconds; null for `none`. Throws `validation_failed`. */
export function durationIn(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return null
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS_MS[unit!]!, 0)
  if (
    parts.length === 0 ||
    parts.map(([part]) => part).join('') !== text ||
    ms > 100 * 365 * 24 * UNITS_MS.h!
  )
    throw new AuthError('validation_failed', `invalid format for ban duration: ${text.slice(0, 40)}`)
  return ms
}
