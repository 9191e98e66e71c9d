import { dummyPasswordHash } from '../../platform/secrets/passwords.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { mustVerify, takeFlow } from './flow-states.ts'
import { checkUserPassword } from './user-password.ts'
import { isBanned } from './user-record.ts'
import { audit, changeUser, userByEmail, userById } from './users.store.ts'

/** People sign in to accounts that they have. */
export function signIns({ database, sessions, attempts, now }: AuthTools) {
  return {
    /** A session for an address and a password. Throws `invalid_credentials`, whichever of both is wrong. */
    async withPassword(call: AuthCall, { email: text, password }: { email: string; password: string }) {
      const { ref, settings, client } = call
      if (!settings.external_email_enabled)
        throw new AuthError('email_provider_disabled', 'Email logins are disabled')
      const email = text.trim().normalize('NFC').toLowerCase()
      await attempts.limit(ref, 'sign_in', settings, client.ip)
      await attempts.limitAccount(ref, email)
      const found = await database.transaction(ref, (run) => userByEmail(run, email))
      const stored = found?.user.encrypted_password
      // Unknown users and those without a password take as long as others.
      const { isRight, rehashed } = await checkUserPassword(password, stored || dummyPasswordHash)
      if (!found || !stored || !isRight)
        throw new AuthError('invalid_credentials', 'Invalid login credentials')
      mayEnter(found.user, now())
      if (found.user.email_confirmed_at === null)
        throw new AuthError('email_not_confirmed', 'Email not confirmed')
      const begun = await database.transaction(ref, async (run) => {
        if (rehashed !== undefined) await changeUser(run, found.user.id, { passwordHash: rehashed })
        await audit(run, 'login', found.user, { ip: client.ip, traits: { provider: 'email' } })
        return sessions.begin(run, settings, client, found.user.id, 'password')
      })
      if (!begun) throw new AuthError('invalid_credentials', 'Invalid login credentials')
      await attempts.forgetAccount(ref, email)
      return sessions.toWire(ref, client, settings, begun.record, begun.session)
    },

    /** A session for the code of a PKCE flow and its verifier. Throws AuthError. */
    async withAuthCode(call: AuthCall, { code, verifier }: { code: string; verifier: string }) {
      const { ref, settings, client } = call
      await attempts.limit(ref, 'verify', settings, client.ip)
      const flow = mustVerify(await database.transaction(ref, (run) => takeFlow(run, code)), verifier)
      const begun = await database.transaction(ref, async (run) => {
        const found = await userById(run, flow.user_id)
        if (!found) return undefined
        mayEnter(found.user, now())
        await audit(run, 'login', found.user, { ip: client.ip, traits: { provider: 'email' } })
        return sessions.begin(run, settings, client, flow.user_id, flow.method)
      })
      if (!begun) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
      return sessions.toWire(ref, client, settings, begun.record, begun.session)
    },
  }
}

/** Throws `user_banned`. */
export function mayEnter(user: Parameters<typeof isBanned>[0], now: Date) {
  if (isBanned(user, now)) throw new AuthError('user_banned', 'User is banned')
}
