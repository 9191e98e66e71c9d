import { type DatabaseFunction, functionOf } from '../integrations/function-uri.rules.ts'

/** The moments at which code of the project's owner decides, by the names of the interface. */
export const hookKinds = [
  'before_user_created',
  'custom_access_token',
  'password_verification_attempt',
  'mfa_verification_attempt',
  'send_email',
  'send_sms',
] as const
export type HookKind = (typeof hookKinds)[number]

/** How long a function of the database and an HTTP endpoint may take, in milliseconds. */
export const FUNCTION_HOOK_MS = 2_000
export const HTTP_HOOK_MS = 5_000
/** Bytes of an endpoint's answer. */
export const HOOK_ANSWER_MAX_BYTES = 200 * 1024

/** What a hook calls: a function of the project's database, or an address. */
export type HookTarget = ({ kind: 'function' } & DatabaseFunction) | { kind: 'http'; url: string }

/** What a URI names; undefined for one that names neither. */
export function hookTarget(uri: string): HookTarget | undefined {
  const called = functionOf(uri)
  if (called) return { kind: 'function', ...called }
  const url = /^https?:\/\//i.test(uri) ? URL.parse(uri) : null
  return url && url.username === '' && url.password === '' ? { kind: 'http', url: url.href } : undefined
}

/** A secret of Standard Webhooks, with or without the version that the hosted product writes before it. */
export const HOOK_SECRET = /^(?:v1,)?whsec_[A-Za-z0-9+/]{32,120}={0,2}$/

/** Claims that clients and policies rely on; a hook may change them but not remove them. */
export const requiredClaims = [
  'iss',
  'aud',
  'exp',
  'iat',
  'sub',
  'role',
  'aal',
  'session_id',
  'email',
  'phone',
  'is_anonymous',
] as const
