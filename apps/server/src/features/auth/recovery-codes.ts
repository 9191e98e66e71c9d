import { randomBytes, randomUUID } from 'node:crypto'
import { FACTOR_NAME_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import {
  normalRecoveryCode,
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  RECOVERY_CODES_NAME,
} from '@basalt/contract/auth/recovery-codes.rules.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { hashOfToken } from './auth-secrets.ts'
import type { AuthTools } from './auth-tools.ts'
import { RECOVERY } from './factor-kind.ts'
import {
  askBeforeVerification,
  type FactorCaller,
  type factors,
  raiseSession,
  removeFactors,
} from './factors.ts'
import { noteFailure } from './failed-attempts.ts'
import type { UserRecord } from './user-record.ts'
import { userById } from './users.store.ts'

export type RecoveryCodes = ReturnType<typeof recoveryCodes>

/** Codes for users who have lost their second factor. The set is a factor itself, and each code counts once. */
export function recoveryCodes(tools: AuthTools, others: ReturnType<typeof factors>) {
  const { database, sessions, attempts, mails, notices } = tools

  const mayMake = ({ settings }: AuthCall, { record, aal }: FactorCaller) => {
    mustBePerson(record)
    if (!settings.mfa_recovery_codes_enroll_enabled)
      throw new AuthError(
        'mfa_recovery_codes_enroll_not_enabled',
        'MFA enroll is disabled for recovery codes',
      )
    if (aal !== 'aal2') throw needsLevel('generate')
  }

  return {
    /** How many codes there are, and how many are left. Throws `mfa_factor_not_found`. */
    async status({ ref }: AuthCall, { record }: FactorCaller) {
      mustBePerson(record)
      const { id } = setOf(record)
      const [counted] = await database.json<{ total: number; remaining: number }>(
        ref,
        `select jsonb_build_object('total', count(*), 'remaining', count(*) filter (where used_at is null))
         from auth.mfa_recovery_codes where factor_id = $1`,
        [id],
      )
      return { id, type: RECOVERY, ...counted! }
    },

    /** Makes the codes of a user, who has another factor that can be used. They are returned only now. Throws AuthError. */
    async generate(call: AuthCall, caller: FactorCaller, given: string) {
      const { ref, settings, client } = call
      mayMake(call, caller)
      const { user } = caller.record
      const name = given.trim() || RECOVERY_CODES_NAME
      if (name.length > FACTOR_NAME_MAX)
        throw new AuthError('validation_failed', `friendly_name has at most ${FACTOR_NAME_MAX} characters`)
      const codes = newCodes()
      const id = randomUUID()
      const told = await database.transaction(ref, async (run) => {
        // Two calls at once make one set: the second reads what the first has made.
        const record = await userById(run, user.id, { lock: true })
        const own = record?.factors ?? []
        if (own.some(({ factor_type }) => factor_type === RECOVERY))
          throw new AuthError(
            'mfa_verified_factor_exists',
            'Recovery codes are already enrolled for this user, use regenerate to rotate them',
          )
        if (!own.some((factor) => others.isUsable(call, factor)))
          throw new AuthError(
            'mfa_recovery_codes_sole_factor',
            'At least one other verified factor is required to generate recovery codes',
          )
        if (own.filter(({ status }) => status === 'verified').length >= settings.mfa_max_enrolled_factors)
          throw new AuthError(
            'too_many_enrolled_mfa_factors',
            'Maximum number of verified factors reached, unenroll to continue',
          )
        const added = await run(
          `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
           values ($1, $2, $3, $4, 'verified', now(), now()) on conflict do nothing returning id`,
          [id, user.id, name, RECOVERY],
        )
        if (added.length === 0)
          throw new AuthError(
            'mfa_factor_name_conflict',
            `A factor with the friendly name "${name}" for this user already exists`,
          )
        await storeCodes(run, id, codes)
        await audit(run, 'recovery_codes_generated', user, { client, traits: { factor_id: id } })
        return notices.write(run, call, 'mfa_factor_enrolled_notification', user, { factorType: RECOVERY })
      })
      await mails.deliver(ref, settings, told)
      return { id, type: RECOVERY, friendly_name: name, total: codes.length, codes }
    },

    /** Replaces the codes of a user: those from before no longer count. Throws AuthError. */
    async regenerate(call: AuthCall, caller: FactorCaller) {
      const { ref, client } = call
      mayMake(call, caller)
      const { user } = caller.record
      const { id, friendly_name } = setOf(caller.record)
      const codes = newCodes()
      await database.transaction(ref, async (run) => {
        const kept = await run('select id from auth.mfa_factors where id = $1 for update', [id])
        if (kept.length === 0) throw notEnrolled()
        await run('delete from auth.mfa_recovery_codes where factor_id = $1', [id])
        await storeCodes(run, id, codes)
        await audit(run, 'recovery_codes_regenerated', user, { client, traits: { factor_id: id } })
      })
      await attempts.forgetRecovery(ref, id)
      return { id, type: RECOVERY, friendly_name: friendly_name ?? '', total: codes.length, codes }
    },

    /** Uses a code up: the session reaches the level aal2, and other sessions without it end. Throws AuthError. */
    async verify(call: AuthCall, { record, sessionId }: FactorCaller, typed: string) {
      const { ref, settings, client } = call
      const { user } = record
      mustBePerson(record)
      if (!settings.mfa_recovery_codes_verify_enabled)
        throw new AuthError(
          'mfa_recovery_codes_verify_not_enabled',
          'MFA verification is disabled for recovery codes',
        )
      const code = normalRecoveryCode(typed)
      if (code === '') throw new AuthError('validation_failed', 'Code needs to be non-empty')
      if (sessionId === undefined) throw sessionEnded()
      await attempts.limit(ref, 'verify', settings, client.ip)
      const set = record.factors.find(({ factor_type }) => factor_type === RECOVERY)
      if (!set) throw wrongCode()
      await attempts.limitRecovery(ref, set.id)
      const used = await database.json(
        ref,
        `update auth.mfa_recovery_codes set used_at = now()
         where factor_id = $1 and code_hash = $2 and used_at is null returning 'true'::jsonb`,
        [set.id, hashOfCode(set.id, code)],
      )
      const isRight = used.length > 0
      const tried = { userId: user.id, factorId: set.id, type: RECOVERY, isRight }
      await askBeforeVerification(tools, call, tried)
      if (!isRight) {
        await noteFailure(database, call, 'verify_factor_failed', user, { factor_id: set.id })
        throw wrongCode()
      }
      const raised = await database.transaction(ref, (run) =>
        raiseSession(run, call, sessions, {
          user,
          sessionId,
          factorId: set.id,
          method: 'mfa/recovery_code',
        }),
      )
      if (!raised) throw sessionEnded()
      await attempts.forgetRecovery(ref, set.id)
      return sessions.toWire(ref, client, settings, raised.record, raised.session)
    },

    /** Removes the codes of a user. Throws AuthError. */
    async unenroll(call: AuthCall, { record, aal }: FactorCaller) {
      mustBePerson(record)
      if (aal !== 'aal2') throw needsLevel('delete')
      const set = setOf(record)
      const told = await database.transaction(call.ref, (run) =>
        removeFactors(run, call, notices, record, [set]),
      )
      await mails.deliver(call.ref, call.settings, told)
      return { id: set.id }
    },
  }
}

/** Each byte has as many characters that it can stand for. */
const newCode = () =>
  [...randomBytes(RECOVERY_CODE_LENGTH)]
    .map((byte) => RECOVERY_CODE_ALPHABET[byte % RECOVERY_CODE_ALPHABET.length])
    .join('')
const newCodes = () => Array.from({ length: RECOVERY_CODES }, newCode)

const hashOfCode = (factorId: string, code: string) => hashOfToken(`${factorId} ${code}`)

const storeCodes = (run: Run, factorId: string, codes: readonly string[]) =>
  run(`insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])`, [
    factorId,
    codes.map((code) => hashOfCode(factorId, code)),
  ])

/** Throws `mfa_factor_not_found`. */
function setOf({ factors }: UserRecord) {
  const set = factors.find(({ factor_type }) => factor_type === RECOVERY)
  if (!set) throw notEnrolled()
  return set
}

function mustBePerson({ user }: UserRecord) {
  if (user.is_anonymous)
    throw new AuthError('no_authorization', 'Anonymous users have no recovery codes', { status: 403 })
}

const notEnrolled = () => new AuthError('mfa_factor_not_found', 'The user has not enrolled recovery codes')
const wrongCode = () => new AuthError('mfa_verification_failed', 'Invalid recovery code entered')
const sessionEnded = () =>
  new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
const needsLevel = (what: string) =>
  new AuthError('insufficient_aal', `AAL2 required to ${what} recovery codes`, { status: 403 })
