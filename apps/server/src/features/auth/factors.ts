import { randomUUID } from 'node:crypto'
import { CHALLENGE_SECONDS, FACTOR_NAME_MAX, FACTORS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import {
  type FactorKind,
  type FactorType,
  factorTypes,
  type GivenFactor,
  type Judgement,
  type Proof,
  RECOVERY,
  type StoredChallenge,
  type StoredFactor,
} from './factor-kind.ts'
import { noteFailure } from './failed-attempts.ts'
import { rejection } from './hook-calls.ts'
import type { Notices } from './notices.ts'
import { phoneFactor } from './phone-factor.ts'
import { endSessions, type Method } from './sessions.ts'
import { totpFactor } from './totp-factor.ts'
import type { FactorRow, UserRecord } from './user-record.ts'
import { userById } from './users.store.ts'
import { webauthnFactor } from './webauthn-factor.ts'

/** The user of a call, and the level of assurance that the token states. */
export interface FactorCaller {
  record: UserRecord
  sessionId: string | undefined
  aal: unknown
}

interface Challenged extends StoredFactor, StoredChallenge {
  challenge_id: string
  user_id: string
  is_expired: boolean
}

/** Second factors of users. */
export function factors(tools: AuthTools, secrets: Secrets) {
  const { database, sessions, attempts, mails, messages, notices, now } = tools
  const kinds: Record<FactorType, FactorKind> = {
    totp: totpFactor(secrets, now),
    phone: phoneFactor(tools),
    webauthn: webauthnFactor,
  }
  const mayVerify = ({ settings }: AuthCall, kind: FactorKind) => {
    if (!kind.mayVerify(settings))
      throw new AuthError(kind.refusals.verify, `MFA verification is disabled for ${kind.name}`)
  }
  /** Throws `validation_failed` for recovery codes, which have calls of their own. */
  const kindOf = ({ factor_type }: FactorRow) => {
    const type = factorTypes.find((one) => one === factor_type)
    if (!type) throw new AuthError('validation_failed', 'Recovery codes are verified by mfa.recoveryCodes')
    return { type, kind: kinds[type] }
  }
  return {
    /** Whether a factor can raise a session, as the settings are. */
    isUsable: ({ settings }: AuthCall, { factor_type, status }: FactorRow) => {
      const type = factorTypes.find((one) => one === factor_type)
      return type !== undefined && status === 'verified' && kinds[type].mayVerify(settings)
    },

    /** Adds a factor, which counts once it was verified. Throws AuthError. */
    async enroll(
      call: AuthCall,
      { record: { user, factors: existing }, aal }: FactorCaller,
      type: FactorType,
      given: GivenFactor,
    ) {
      const { ref, settings, client } = call
      const kind = kinds[type]
      if (!kind.mayEnroll(settings))
        throw new AuthError(kind.refusals.enroll, `MFA enroll is disabled for ${kind.name}`)
      const name = given.name.trim()
      if (name.length > FACTOR_NAME_MAX)
        throw new AuthError('validation_failed', `friendly_name has at most ${FACTOR_NAME_MAX} characters`)
      if (existing.some(({ status }) => status === 'verified') && aal !== 'aal2')
        throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor', { status: 403 })
      if (existing.filter(({ status }) => status === 'verified').length >= settings.mfa_max_enrolled_factors)
        throw tooManyFactors('verified factors')
      const { secret, phone, answer } = kind.enroll(call, user, given, existing)
      const id = randomUUID()
      await database.transaction(ref, async (run) => {
        await userById(run, user.id, { lock: true })
        // Those that were begun and never finished make way.
        await run(
          `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
             and (created_at < now() - $2::float8 * interval '1 second' or friendly_name = $3)`,
          [user.id, CHALLENGE_SECONDS, name],
        )
        // Whatever reads the user reads those that were begun, too.
        const begun = await run('select from auth.mfa_factors where user_id = $1', [user.id])
        if (begun.length >= FACTORS_MAX) throw tooManyFactors('factors')
        const added = await run(
          `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
           values ($1, $2, $3, $4, 'unverified', $5, $6, now(), now()) on conflict do nothing returning id`,
          [id, user.id, name, type, secret ?? null, phone ?? null],
        )
        if (added.length === 0)
          throw new AuthError(
            'mfa_factor_name_conflict',
            `A factor with the friendly name "${name}" for this user already exists`,
          )
        await audit(run, 'enroll_factor', user, { client, traits: { factor_id: id } })
      })
      return { id, type, friendly_name: name, ...answer }
    },

    /** Begins a verification. Throws AuthError, `mfa_factor_not_found`. */
    async challenge(
      call: AuthCall,
      { record: { user, factors: own } }: FactorCaller,
      { factorId, webauthn }: { factorId: string; webauthn?: unknown },
    ) {
      const { ref, settings, client } = call
      const known = own.find(({ id }) => id === factorId)
      if (!known) throw factorNotFound()
      const { type, kind } = kindOf(known)
      mayVerify(call, kind)
      await kind.mayChallenge?.(call, known)
      const id = randomUUID()
      const begun = await database.transaction(ref, async (run) => {
        const [factor] = await run<StoredFactor>(
          `select id, factor_type, status, friendly_name, secret, phone, web_authn_credential
           from auth.mfa_factors where id = $1 and user_id = $2 for update`,
          [factorId, user.id],
        )
        if (!factor) throw factorNotFound()
        const { otp_code, web_authn_session_data, ...outcome } = await kind.challenge(run, call, user, {
          id,
          factor,
          webauthn,
        })
        const [challenged] = await run<{ expires_at: number }>(
          `with challenged as (
             insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
             values ($1, $2, now(), $3, $5, $6) returning factor_id
           )
           update auth.mfa_factors f set last_challenged_at = clock_timestamp() from challenged c where f.id = c.factor_id
           returning (extract(epoch from now()) + $4::float8)::bigint::int as expires_at`,
          [
            id,
            factorId,
            client.ip,
            CHALLENGE_SECONDS,
            otp_code ?? null,
            web_authn_session_data === undefined ? null : JSON.stringify(web_authn_session_data),
          ],
        )
        return { ...outcome, expires_at: challenged!.expires_at }
      })
      await messages.send(ref, settings, begun.message)
      return { id, type, expires_at: begun.expires_at, ...begun.answer }
    },

    /**
     * Verifies a proof: the session reaches the level aal2, and other sessions without it end. A proof counts once.
     * Throws AuthError.
     */
    async verify(
      call: AuthCall,
      { record: { user, factors: own }, sessionId }: FactorCaller,
      { factorId, challengeId, ...proof }: { factorId: string; challengeId: string } & Proof,
    ) {
      const { ref, settings, client } = call
      const known = own.find(({ id }) => id === factorId)
      if (!known) throw factorNotFound()
      const { type, kind } = kindOf(known)
      mayVerify(call, kind)
      if (sessionId === undefined)
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
      await attempts.limit(ref, 'verify', settings, client.ip)
      await attempts.limitFactor(ref, factorId)
      const judged = await database.transaction(ref, async (run): Promise<Judgement | 'expired'> => {
        const challenged = await challengeOf(run, { factorId, challengeId, userId: user.id })
        if (!challenged) throw factorNotFound()
        if (!challenged.is_expired) return kind.judge(run, call, challenged, proof)
        await run('delete from auth.mfa_challenges where id = $1', [challengeId])
        return 'expired'
      })
      if (judged === 'expired')
        throw new AuthError(
          'mfa_challenge_expired',
          `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
        )
      await askBeforeVerification(tools, call, { userId: user.id, factorId, type, isRight: judged.isRight })
      if (!judged.isRight) {
        await noteFailure(database, call, 'verify_factor_failed', user, { factor_id: factorId })
        throw new AuthError('mfa_verification_failed', kind.wrong, { cause: judged.cause })
      }
      const { raised, told } = await database.transaction(ref, async (run) => {
        const added = await run(
          `update auth.mfa_factors set status = 'verified', updated_at = now()
           where id = $1 and status <> 'verified' returning id`,
          [factorId],
        )
        await run('update auth.mfa_challenges set verified_at = now() where id = $1', [challengeId])
        await run(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id])
        const isAdded = added.length > 0
        return {
          raised: await raiseSession(run, call, sessions, { user, sessionId, factorId, method: kind.method }),
          told: isAdded
            ? await notices.write(run, call, 'mfa_factor_enrolled_notification', user, { factorType: type })
            : [],
        }
      })
      await mails.deliver(ref, settings, told)
      if (!raised)
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
      await attempts.forgetFactor(ref, factorId)
      return sessions.toWire(ref, client, settings, raised.record, raised.session)
    },

    /** Removes a factor; a verified one only from a session that has verified one. Throws AuthError. */
    async unenroll(call: AuthCall, { record, aal }: FactorCaller, factorId: string) {
      const { ref, settings } = call
      const told = await database.transaction(ref, async (run) => {
        // Another call may remove another factor, and each has to see what the other has left.
        const locked = await userById(run, record.user.id, { lock: true })
        const factor = locked?.factors.find(({ id }) => id === factorId)
        if (!locked || !factor) throw factorNotFound()
        if (factor.status === 'verified' && aal !== 'aal2')
          throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', {
            status: 422,
          })
        return removeFactors(run, call, notices, locked, [factor])
      })
      await mails.deliver(ref, settings, told)
      return { id: factorId }
    },
  }
}

/** Asks the hook that judges tries of second factors. Throws `mfa_verification_rejected` when it refuses, and ends all sessions. */
export async function askBeforeVerification(
  { hooks, database }: Pick<AuthTools, 'hooks' | 'database'>,
  { ref, settings }: AuthCall,
  tried: { userId: string; factorId: string; type: string; isRight: boolean },
) {
  const answer = await hooks.run(ref, settings, 'mfa_verification_attempt', {
    factor_id: tried.factorId,
    factor_type: tried.type,
    user_id: tried.userId,
    valid: tried.isRight,
  })
  const reason = rejection(answer, 'Further MFA verification attempts will be rejected.')
  if (reason === undefined) return
  await database.transaction(ref, (run) => endSessions(run, tried.userId, 'global', undefined))
  throw new AuthError('mfa_verification_rejected', reason)
}

/** Raises a session to the level aal2, and ends the other sessions without it. Undefined when the session has ended. */
export async function raiseSession(
  run: Run,
  { client }: AuthCall,
  sessions: AuthTools['sessions'],
  verified: { user: UserRecord['user']; sessionId: string; factorId: string; method: Method },
) {
  const { user, sessionId, factorId, method } = verified
  await run(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
    user.id,
    sessionId,
  ])
  await audit(run, 'verify_factor', user, { client, traits: { factor_id: factorId } })
  return sessions.raise(run, sessionId, factorId, method)
}

/**
 * Removes factors of a user; resolves to the ids of mails that tell of verified ones. Sessions that verified one of them
 * fall back to the first level. Recovery codes are never alone: they go with the last other factor.
 */
export async function removeFactors(
  run: Run,
  call: AuthCall,
  notices: Notices,
  { user, factors: own }: UserRecord,
  chosen: readonly FactorRow[],
) {
  const left = own.filter(({ id }) => !chosen.some((one) => one.id === id))
  const isAlone = !left.some(({ factor_type, status }) => factor_type !== RECOVERY && status === 'verified')
  const removed = isAlone
    ? [...chosen, ...left.filter(({ factor_type }) => factor_type === RECOVERY)]
    : chosen
  const ids = removed.map(({ id }) => id)
  await run(
    `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = any($2::uuid[])`,
    [user.id, ids],
  )
  await run('delete from auth.mfa_factors where user_id = $1 and id = any($2::uuid[])', [user.id, ids])
  await audit(run, 'unenroll_factor', user, { client: call.client, traits: { factor_ids: ids } })
  const told: string[] = []
  for (const { status, factor_type: factorType } of removed)
    if (status === 'verified')
      told.push(
        ...(await notices.write(run, call, 'mfa_factor_unenrolled_notification', user, { factorType })),
      )
  return told
}

/** Both rows are locked, so that a second answer sees what the first has used up. */
async function challengeOf(
  run: Run,
  { factorId, challengeId, userId }: { factorId: string; challengeId: string; userId: string },
) {
  const [row] = await run<Challenged>(
    `select f.id, f.user_id, f.factor_type, f.status, f.friendly_name, f.secret, f.phone, f.web_authn_credential,
       c.id as challenge_id, c.otp_code, c.web_authn_session_data, c.created_at <= now() - $4::float8 * interval '1 second' as is_expired
     from auth.mfa_factors f join auth.mfa_challenges c on c.factor_id = f.id
     where f.id = $1 and c.id = $2 and f.user_id = $3 and c.verified_at is null
     for update of f, c`,
    [factorId, challengeId, userId, CHALLENGE_SECONDS],
  )
  return row
}

const tooManyFactors = (what: string) =>
  new AuthError('too_many_enrolled_mfa_factors', `Maximum number of ${what} reached, unenroll to continue`)

export const factorNotFound = () => new AuthError('mfa_factor_not_found', 'MFA factor not found')
