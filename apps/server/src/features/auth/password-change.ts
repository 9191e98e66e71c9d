import { CODE_ATTEMPTS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { mustBeStrong } from './credentials.ts'
import { checkUserPassword } from './user-password.ts'
import type { UserRow } from './user-record.ts'

/** Sessions younger than this may change the password without another proof, if the settings ask for one. */
const RECENT_SESSION_MS = 24 * 3_600_000

/** A new password, with what proves that it is the user who sets it. */
export interface NewPassword {
  password: string
  /** The code that `reauthenticate` sent. */
  nonce: string | undefined
  currentPassword: string | undefined
}

/** What a session says about the proof that it began with. */
interface SessionFacts {
  isRecent: boolean
  isRecovery: boolean
}

/** Whether users may set another password of their own accounts. */
export function passwordChanges({ database, codes, attempts, leaked, now }: AuthTools) {
  const factsOf = async (ref: string, sessionId: string | undefined): Promise<SessionFacts> => {
    const [session] = await database.transaction(ref, (run) =>
      run<{ created_at: string; is_recovery: boolean }>(
        `select s.created_at, exists (select from auth.mfa_amr_claims a
           where a.session_id = s.id and a.authentication_method = 'recovery') as is_recovery
         from auth.sessions s where s.id = $1`,
        [sessionId ?? null],
      ),
    )
    if (!session) return { isRecent: false, isRecovery: false }
    const age = now().getTime() - Date.parse(session.created_at)
    return { isRecent: age < RECENT_SESSION_MS, isRecovery: session.is_recovery }
  }

  /** Counts a try of a code, so that it cannot be found by trying. Throws `reauthentication_needed`, `reauthentication_not_valid`. */
  const mustHaveCode = async ({ ref, settings }: AuthCall, user: UserRow, nonce: string | undefined) => {
    if (nonce === undefined)
      throw new AuthError('reauthentication_needed', 'Password update requires reauthentication')
    const tried = await attempts.countCode(ref, sentTo(user), validSeconds(settings, user))
    if (tried > CODE_ATTEMPTS_MAX) throw codeNotValid()
  }

  return {
    /**
     * Throws unless the user may set the password. Each try counts, because the answers tell whether a password is the
     * present one. Resolves to what is to be done in the transaction that changes it: redeeming the code, if one is needed.
     */
    async check(
      call: AuthCall,
      user: UserRow,
      sessionId: string | undefined,
      { password, nonce, currentPassword }: NewPassword,
    ): Promise<(run: Run) => Promise<void>> {
      const { ref, settings, client } = call
      await attempts.limit(ref, 'sign_in', settings, client.ip)
      await attempts.limitOwnPassword(ref, user.id)
      mustBeStrong(password, settings)
      await leaked(call, password)
      if (user.is_anonymous && !user.email && !user.phone)
        throw new AuthError(
          'validation_failed',
          'Updating password of an anonymous user without an email or phone is not allowed',
        )
      const {
        security_update_password_require_reauthentication: asksForCode,
        security_update_password_require_current_password: asksForCurrent,
      } = settings
      const { isRecent, isRecovery } =
        asksForCode || asksForCurrent ? await factsOf(ref, sessionId) : { isRecent: true, isRecovery: false }
      const needsCode = asksForCode && !isRecent
      if (needsCode) await mustHaveCode(call, user, nonce)
      const stored = user.encrypted_password
      if (stored) {
        // A person who has just proven to own the address does not know it.
        if (asksForCurrent && !isRecovery && currentPassword === undefined)
          throw new AuthError('current_password_required', 'The current password is required to set another')
        if (currentPassword !== undefined && !(await checkUserPassword(currentPassword, stored)).isRight)
          throw new AuthError('current_password_invalid', 'The current password is not right')
        if ((await checkUserPassword(password, stored)).isRight)
          throw new AuthError('same_password', 'New password should be different from the old password.')
      }
      return async (run) => {
        if (!needsCode) return
        const redeemed = await codes.redeemCode(run, ref, {
          userId: user.id,
          kinds: ['reauthentication_token'],
          code: nonce!,
          validSeconds: validSeconds(settings, user),
        })
        if (!redeemed) throw codeNotValid()
      }
    },

    /** Called once the password has been changed. */
    changed: (ref: string, userId: string) => attempts.forgetOwnPassword(ref, userId),
  }
}

/** Where the code of a reauthentication goes: to the number only when there is no address. */
const sentTo = ({ email, phone }: UserRow) => email || phone || ''

const validSeconds = (settings: AuthCall['settings'], { email }: UserRow) =>
  email ? settings.mailer_otp_exp : settings.sms_otp_exp

const codeNotValid = () => new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid')
