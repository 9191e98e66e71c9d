import { type RateLimitKind, rateLimits } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { RECOVERY_TRIES } from '@basalt/contract/auth/recovery-codes.rules.ts'
import { networkOf } from '../../http/network-of.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError, type AuthErrorCode } from './auth-error.ts'

/** Wrong passwords for one account from anywhere, before it has to wait. */
export const PASSWORDS_PER_ACCOUNT = { count: 50, seconds: 300 }

/** Wrong codes for one factor before it has to wait. */
const CODES_PER_FACTOR = { count: 10, seconds: 300 }

/** What has been counted: attempts so far, and the seconds until the count begins again. */
export interface Counted {
  count: number
  wait: number
}

/**
 * A part of a statement that counts one attempt and returns a row of Counted, for calls that count and work in one round
 * trip. `key` and `seconds` are parameters; without a row of `source`, nothing is counted.
 */
export const counting = (key: string, seconds: string, source = '(select) one') => `
insert into basalt.auth_attempts as a (key) select ${key}::text from ${source}
on conflict (key) do update set ${countingOn('1', seconds)}
returning count, ceil(extract(epoch from started_at - now()) + ${seconds}::float8)::int as wait`

/** A part of a statement that counts an attempt for each row of `calls` by its `key`. */
export const countingEach = (calls: string, seconds: string) => `
insert into basalt.auth_attempts as a (key, count) select c.key, count(*) from ${calls} c group by c.key
on conflict (key) do update set ${countingOn('excluded.count', seconds)}`

const countingOn = (attempts: string, seconds: string) => `
  count = case when a.started_at <= now() - ${seconds}::float8 * interval '1 second' then ${attempts} else a.count + ${attempts} end,
  started_at = case when a.started_at <= now() - ${seconds}::float8 * interval '1 second' then now() else a.started_at end`

/** The row of the attempts that still count, if there are any. */
const attemptsBefore = (key: string, seconds: string) => `
from basalt.auth_attempts a
where a.key = ${key}::text and a.started_at > now() - ${seconds}::float8 * interval '1 second'`

/** An expression for the number that `countedBefore` returns. */
export const countBefore = (key: string, seconds: string) =>
  `coalesce((select a.count ${attemptsBefore(key, seconds)}), 0)`

/**
 * A part of a statement that returns a row of Counted with the attempts before it, for calls that many make at once
 * from one network: `counting` in a part that nothing reads then runs last, so that the row is locked for a moment only.
 * Calls at the same moment may pass the limit.
 */
export const countedBefore = (key: string, seconds: string) => `
select coalesce(max(a.count), 0) as count,
  coalesce(max(ceil(extract(epoch from a.started_at - now()) + ${seconds}::float8)), 0)::int as wait
${attemptsBefore(key, seconds)}`

const COUNT = `with counted as (${counting('$1', '$2')}) select to_jsonb(counted) from counted`

export type Attempts = ReturnType<typeof attempts>

/**
 * Counts attempts in the project's database, where every server process counts. Each is counted in its own transaction,
 * so that it stays counted when the call fails.
 */
export function attempts(database: AuthDatabase) {
  const count = async (ref: string, key: string, seconds: number) => {
    const [counted] = await database.json<Counted>(ref, COUNT, [key, String(seconds)])
    return counted!
  }
  const limit = async (ref: string, key: string, max: number, seconds: number, refusal: Refusal) => {
    const { count: reached, wait } = await count(ref, key, seconds)
    if (reached > max) throw refusal(wait)
  }
  const forget = (ref: string, key: string) =>
    database.json(
      ref,
      `with gone as (delete from basalt.auth_attempts where key = $1) select 'null'::jsonb`,
      [key],
    )
  return {
    /** Throws `over_request_rate_limit` beyond what the settings allow for one kind of call. */
    async limit(ref: string, kind: RateLimitKind, settings: AuthSettings, ip: string) {
      const { key, max, seconds } = limitOf(kind, settings, ip)
      await limit(ref, key, max, seconds, tooManyRequests)
    },

    /** Limits what a stolen session can guess of its user's password. Throws `over_request_rate_limit`. */
    async limitOwnPassword(ref: string, userId: string) {
      const { count: max, seconds } = PASSWORDS_PER_ACCOUNT
      await limit(ref, ownPasswordKey(userId), max, seconds, tooManyRequests)
    },

    /** Called after a change of password. */
    forgetOwnPassword: (ref: string, userId: string) => forget(ref, ownPasswordKey(userId)),

    /** Limits guessing of codes of one factor. Throws `over_request_rate_limit`. */
    async limitFactor(ref: string, factorId: string) {
      const { count: max, seconds } = CODES_PER_FACTOR
      await limit(ref, `factor ${factorId}`, max, seconds, tooManyRequests)
    },

    /** Limits guessing of recovery codes. Throws `mfa_recovery_codes_locked`. */
    async limitRecovery(ref: string, factorId: string) {
      const { count: max, seconds } = RECOVERY_TRIES
      await limit(ref, recoveryKey(factorId), max, seconds, recoveryLocked)
    },

    /** Called after the right code, and when the codes are replaced. */
    forgetRecovery: (ref: string, factorId: string) => forget(ref, recoveryKey(factorId)),

    /** Called after the right code. */
    forgetFactor: (ref: string, factorId: string) => forget(ref, `factor ${factorId}`),

    /**
     * Limits mail to one address, and of the project. Counted by address, whether or not it has a user, so that the answer
     * tells nothing. Throws `over_email_send_rate_limit`.
     */
    async limitMail(ref: string, settings: AuthSettings, email: string) {
      const pause = settings.smtp_max_frequency
      if (pause > 0) await limit(ref, `mail ${email}`, 1, pause, tooSoon('over_email_send_rate_limit'))
      const { setting, seconds } = rateLimits.email_sent
      await limit(
        ref,
        'mails',
        settings[setting],
        seconds,
        tooMany('over_email_send_rate_limit', 'email rate limit exceeded'),
      )
    },

    /** As `limitMail`, for messages to phones. Throws `over_sms_send_rate_limit`. */
    async limitMessage(ref: string, settings: AuthSettings, phone: string) {
      const pause = settings.sms_max_frequency
      if (pause > 0) await limit(ref, `message ${phone}`, 1, pause, tooSoon('over_sms_send_rate_limit'))
      const { setting, seconds } = rateLimits.sms_sent
      await limit(
        ref,
        'messages',
        settings[setting],
        seconds,
        tooMany('over_sms_send_rate_limit', 'SMS rate limit exceeded'),
      )
    },

    /** Counts a try of a one-time code for an address or number; resolves to how many there were since the code was sent. */
    countCode: async (ref: string, email: string, seconds: number) =>
      (await count(ref, codeKey(email), seconds)).count,
  }
}

type Refusal = (wait: number) => Error

/** What the settings allow for one kind of call. */
export function limitOf(kind: RateLimitKind, settings: AuthSettings, ip: string) {
  const { setting, seconds, per } = rateLimits[kind]
  return { key: per === 'address' ? `${kind} ${networkOf(ip)}` : kind, max: settings[setting], seconds }
}

/** The key by which wrong passwords for an account are counted, whether or not it exists. */
export const accountKey = (contact: string) => `account ${contact}`

const tooMany =
  (code: AuthErrorCode, message: string): Refusal =>
  (wait) =>
    new AuthError(code, message, { retryAfter: Math.max(wait, 1) })

export const tooManyRequests = tooMany('over_request_rate_limit', 'Request rate limit reached')

const recoveryLocked = tooMany(
  'mfa_recovery_codes_locked',
  'Too many failed verification attempts, try again later',
)

/** Not the key of sign-ins: strangers must not keep a user from changing the password. */
export const ownPasswordKey = (userId: string) => `own password ${userId}`

const recoveryKey = (factorId: string) => `recovery ${factorId}`

const tooSoon =
  (code: AuthErrorCode): Refusal =>
  (wait) =>
    new AuthError(code, `For security purposes, you can only request this after ${wait} seconds.`, {
      retryAfter: Math.max(wait, 1),
    })

export const codeKey = (sentTo: string) => `code ${sentTo}`
