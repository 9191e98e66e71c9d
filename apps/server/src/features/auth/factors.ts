import { randomUUID } from 'node:crypto'
import { CHALLENGE_SECONDS, FACTOR_NAME_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { noteFailure } from './failed-attempts.ts'
import { rejection } from './hook-calls.ts'
import { endSessions } from './sessions.ts'
import { newTotp, openTotp, sealTotp, totpStep } from './totp-factor.ts'
import type { UserRecord } from './user-record.ts'
import { audit, userById } from './users.store.ts'

/** The user of a call, and the level of assurance that the token states. */
export interface FactorCaller {
  record: UserRecord
  sessionId: string | undefined
  aal: unknown
}

interface Challenged {
  factor_id: string
  secret: string | null
  status: string
  is_expired: boolean
}

/** Second factors of users: codes of an authenticator app (RFC 6238). */
export function factors(
  { database, sessions, attempts, hooks, mails, notices, now }: AuthTools,
  secrets: Secrets,
) {
  return {
    /** Adds a factor, which counts once a code of it was verified. Throws AuthError. */
    async enroll(
      { ref, settings, client }: AuthCall,
      { record: { user, factors: existing }, aal }: FactorCaller,
      { friendlyName, issuer }: { friendlyName: string | undefined; issuer: string | undefined },
    ) {
      if (!settings.mfa_totp_enroll_enabled)
        throw new AuthError('mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
      const name = friendlyName?.trim() ?? ''
      if (name.length > FACTOR_NAME_MAX)
        throw new AuthError('validation_failed', `friendly_name has at most ${FACTOR_NAME_MAX} characters`)
      if (existing.some(({ status }) => status === 'verified') && aal !== 'aal2')
        throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor', { status: 403 })
      if (existing.filter(({ status }) => status === 'verified').length >= settings.mfa_max_enrolled_factors)
        throw new AuthError(
          'too_many_enrolled_mfa_factors',
          'Maximum number of verified factors reached, unenroll to continue',
        )
      const totp = newTotp(issuer || new URL(settings.site_url).host, user.email || user.id)
      const id = randomUUID()
      await database.transaction(ref, async (run) => {
        await userById(run, user.id, { lock: true })
        // Those that were begun and never finished make way.
        await run(
          `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
             and (created_at < now() - $2::float8 * interval '1 second' or friendly_name = $3)`,
          [user.id, CHALLENGE_SECONDS, name],
        )
        const added = await run(
          `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
           values ($1, $2, $3, 'totp', 'unverified', $4, now(), now()) on conflict do nothing returning id`,
          [id, user.id, name, sealTotp(secrets, totp.secret)],
        )
        if (added.length === 0)
          throw new AuthError(
            'mfa_factor_name_conflict',
            `A factor with the friendly name "${name}" for this user already exists`,
          )
        await audit(run, 'enroll_factor', user, { ip: client.ip, traits: { factor_id: id } })
      })
      return { id, type: 'totp', friendly_name: name, totp }
    },

    /** Begins a verification. Throws `mfa_factor_not_found`. */
    async challenge({ ref, client }: AuthCall, { record: { user } }: FactorCaller, factorId: string) {
      const id = randomUUID()
      const [challenged] = await database.transaction(ref, (run) =>
        run<{ expires_at: number }>(
          `with challenged as (
             insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
             select $1::uuid, f.id, now(), $4::inet from auth.mfa_factors f where f.id = $2 and f.user_id = $3
             returning factor_id
           )
           update auth.mfa_factors f set last_challenged_at = clock_timestamp() from challenged c where f.id = c.factor_id
           returning (extract(epoch from now()) + $5::float8)::bigint::int as expires_at`,
          [id, factorId, user.id, client.ip, CHALLENGE_SECONDS],
        ),
      )
      if (!challenged) throw factorNotFound()
      return { id, type: 'totp', expires_at: challenged.expires_at }
    },

    /**
     * Verifies a code: the session reaches the level aal2, and other sessions without it end. A code counts once.
     * Throws AuthError.
     */
    async verify(
      call: AuthCall,
      { record: { user }, sessionId }: FactorCaller,
      { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
    ) {
      const { ref, settings, client } = call
      if (!settings.mfa_totp_verify_enabled)
        throw new AuthError('mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
      if (sessionId === undefined)
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
      await attempts.limit(ref, 'verify', settings, client.ip)
      await attempts.limitFactor(ref, factorId)
      const judged = await database.transaction(ref, async (run) => {
        const challenged = await challengeOf(run, { factorId, challengeId, userId: user.id })
        if (!challenged) throw factorNotFound()
        if (challenged.is_expired) {
          await run('delete from auth.mfa_challenges where id = $1', [challengeId])
          return 'expired'
        }
        const step = challenged.secret && totpStep(openTotp(secrets, challenged.secret), code, now())
        return typeof step === 'number' && (await isFirstUse(run, factorId, step)) ? 'right' : 'wrong'
      })
      if (judged === 'expired')
        throw new AuthError(
          'mfa_challenge_expired',
          `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
        )
      const answer = await hooks.run(ref, settings, 'mfa_verification_attempt', {
        factor_id: factorId,
        factor_type: 'totp',
        user_id: user.id,
        valid: judged === 'right',
      })
      const reason = rejection(answer, 'Further MFA verification attempts will be rejected.')
      if (reason !== undefined) {
        await database.transaction(ref, (run) => endSessions(run, user.id, 'global', undefined))
        throw new AuthError('mfa_verification_rejected', reason)
      }
      if (judged === 'wrong') {
        await noteFailure(database, call, 'verify_factor_failed', user, { factor_id: factorId })
        throw new AuthError('mfa_verification_failed', 'Invalid TOTP code entered')
      }
      const { raised, told } = await database.transaction(ref, async (run) => {
        const added = await run(
          `update auth.mfa_factors set status = 'verified', updated_at = now()
           where id = $1 and status <> 'verified' returning id`,
          [factorId],
        )
        await run('update auth.mfa_challenges set verified_at = now() where id = $1', [challengeId])
        await run(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id])
        await run(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
          user.id,
          sessionId,
        ])
        await audit(run, 'verify_factor', user, { ip: client.ip, traits: { factor_id: factorId } })
        const factorType = 'totp'
        const isAdded = added.length > 0
        return {
          raised: await sessions.raise(run, sessionId, factorId),
          told: isAdded
            ? await notices.write(run, call, 'mfa_factor_enrolled_notification', user, { factorType })
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
      const factor = record.factors.find(({ id }) => id === factorId)
      if (!factor) throw factorNotFound()
      if (factor.status === 'verified' && aal !== 'aal2')
        throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 })
      const { ref, settings, client } = call
      const told = await database.transaction(ref, async (run) => {
        await removeFactors(run, record, [factorId], client.ip)
        const { status, factor_type: factorType } = factor
        if (status !== 'verified') return []
        return notices.write(run, call, 'mfa_factor_unenrolled_notification', record.user, { factorType })
      })
      await mails.deliver(ref, settings, told)
      return { id: factorId }
    },
  }
}

/** Removes factors of a user. Sessions that verified one of them fall back to the first level. */
export async function removeFactors(run: Run, { user }: UserRecord, ids: readonly string[], ip: string) {
  await run(
    `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = any($2::uuid[])`,
    [user.id, ids],
  )
  await run('delete from auth.mfa_factors where user_id = $1 and id = any($2::uuid[])', [user.id, ids])
  await audit(run, 'unenroll_factor', user, { ip, traits: { factor_ids: ids } })
}

async function challengeOf(
  run: Run,
  { factorId, challengeId, userId }: { factorId: string; challengeId: string; userId: string },
) {
  const [row] = await run<Challenged>(
    `select f.id as factor_id, f.secret, f.status, c.created_at <= now() - $4::float8 * interval '1 second' as is_expired
     from auth.mfa_factors f join auth.mfa_challenges c on c.factor_id = f.id
     where f.id = $1 and c.id = $2 and f.user_id = $3 and c.verified_at is null and f.factor_type = 'totp'
     for update of f`,
    [factorId, challengeId, userId, CHALLENGE_SECONDS],
  )
  return row
}

/** Notes the step of a code. False when one of it or a later step was used (RFC 6238, 5.2). */
async function isFirstUse(run: Run, factorId: string, step: number) {
  const used = await run(
    `insert into basalt.auth_attempts as a (key, count) values ($1, $2)
     on conflict (key) do update set count = excluded.count, started_at = now() where a.count < excluded.count returning key`,
    [`totp ${factorId}`, step],
  )
  return used.length > 0
}

export const factorNotFound = () => new AuthError('mfa_factor_not_found', 'MFA factor not found')
