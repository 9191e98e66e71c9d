import { hashPassword } from '../../platform/secrets/passwords.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { mustBeOffered, normalNumber } from './contacts.ts'
import { mustFitInToken, normalEmail } from './credentials.ts'
import { beginEmailChange, mustBeFree, setEmail, tellOfNewAddress } from './email-change.ts'
import { beginFlow, type Challenge } from './flow-states.ts'
import { passwordChanges } from './password-change.ts'
import { numberMustBeFree, setPhone, tellOfNewPhone } from './phone-change.ts'
import { endSessions } from './sessions.ts'
import type { WrittenMessage } from './text-messages.ts'
import { sessionNotFound } from './token-user.ts'
import { toWireUser } from './user-record.ts'
import { changeUser, userById } from './users.store.ts'

/** What users may change about themselves. */
export interface OwnChange {
  email?: string | undefined
  phone?: string | undefined
  password?: string | undefined
  nonce?: string | undefined
  currentPassword?: string | undefined
  data?: Record<string, unknown> | undefined
  challenge?: Challenge | undefined
}

/** Users change their own accounts. */
export function userChanges(tools: AuthTools) {
  const { database, attempts, mails, messages, links, notices } = tools
  const passwords = passwordChanges(tools)

  return {
    /** Changes the caller's account; an address or number is changed once it is confirmed. Throws AuthError. */
    async change(
      call: AuthCall,
      { userId, sessionId, aal }: { userId: string; sessionId: string | undefined; aal: unknown },
      change: OwnChange,
    ) {
      const { ref, settings, client } = call
      const email = change.email === undefined ? undefined : normalEmail(change.email)
      const phone = change.phone === undefined ? undefined : normalNumber(change.phone)
      const before = await database.transaction(ref, (run) => userById(run, userId))
      if (!before) throw gone()
      const hasFactor = before.factors.some(({ status }) => status === 'verified')
      const isSensitive = [change.email, change.phone, change.password].some((one) => one !== undefined)
      if (isSensitive && before.user.is_sso_user)
        throw new AuthError('user_sso_managed', 'The company of this user manages the account')
      if (hasFactor && aal !== 'aal2' && isSensitive)
        throw new AuthError(
          'insufficient_aal',
          'AAL2 session is required to update email or password when MFA is enabled.',
        )
      mustFitInToken({ ...before.user.raw_user_meta_data, ...change.data }, before.user.raw_app_meta_data)
      const { password, nonce, currentPassword } = change
      const mayChangePassword =
        password === undefined
          ? undefined
          : await passwords.check(call, before.user, sessionId, { password, nonce, currentPassword })
      const isNewEmail = email !== undefined && email !== before.user.email
      if (isNewEmail && !settings.mailer_autoconfirm) {
        await attempts.limit(ref, 'otp', settings, client.ip)
        await attempts.limitMail(ref, settings, email)
      }
      const isNewPhone = phone !== undefined && phone !== before.user.phone
      if (isNewPhone) {
        mustBeOffered(settings, 'phone', 'logins')
        if (!settings.sms_autoconfirm) {
          await attempts.limit(ref, 'otp', settings, client.ip)
          await attempts.limitMessage(ref, settings, phone)
        }
      }
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      const { record, written, message } = await database.transaction(ref, async (run) => {
        const locked = await userById(run, userId, { lock: true })
        if (!locked) throw gone()
        await mustHaveSession(run, userId, sessionId)
        const mailIds: string[] = []
        if (passwordHash !== undefined) {
          await mayChangePassword?.(run)
          await changeUser(run, userId, { passwordHash })
          await endSessions(run, userId, 'others', sessionId)
          await audit(run, 'user_updated_password', locked.user, { client })
          mailIds.push(...(await notices.write(run, call, 'password_changed_notification', locked.user)))
        }
        if (change.data !== undefined) await changeUser(run, userId, { userMetadata: change.data })
        if (isNewEmail) {
          await mustBeFree(run, email, userId)
          if (settings.mailer_autoconfirm) {
            await setEmail(run, userId, email)
            mailIds.push(...(await tellOfNewAddress(run, call, notices, locked.user)))
          } else {
            await beginEmailChange(run, userId, email)
            if (change.challenge) await beginFlow(run, userId, 'email_change', change.challenge)
            const user = { ...locked.user, email_change: email }
            mailIds.push(...(await links.writeEmailChange(run, call, user, change.challenge !== undefined)))
          }
        }
        let message: WrittenMessage | undefined
        if (isNewPhone) {
          await numberMustBeFree(run, phone, userId)
          if (settings.sms_autoconfirm) {
            await setPhone(run, userId, phone)
            mailIds.push(...(await tellOfNewPhone(run, call, notices, locked.user)))
          } else {
            await run('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
              userId,
              phone,
            ])
            message = await messages.write(run, call, 'phone_change', locked.user, phone)
          }
        }
        await audit(run, 'user_modified', locked.user, { client })
        return { record: (await userById(run, userId))!, written: mailIds, message }
      })
      if (password !== undefined) await passwords.changed(ref, userId)
      await mails.deliver(ref, settings, written)
      await messages.send(ref, settings, message)
      return toWireUser(record)
    },

    /** Sends the code that a change of password may need. Throws AuthError. */
    async reauthenticate(call: AuthCall, userId: string) {
      const { ref, settings, client } = call
      const found = await database.transaction(ref, (run) => userById(run, userId))
      if (!found) throw gone()
      const { email, phone } = found.user
      await attempts.limit(ref, 'otp', settings, client.ip)
      if (!email && phone) {
        await attempts.limitMessage(ref, settings, phone)
        const message = await database.transaction(ref, async (run) => {
          await audit(run, 'user_reauthenticate_requested', found.user, { client })
          return messages.write(run, call, 'reauthentication', found.user, phone)
        })
        return messages.send(ref, settings, message)
      }
      if (!email)
        throw new AuthError(
          'validation_failed',
          'Reauthentication requires the user to have an email or a phone number',
        )
      await attempts.limitMail(ref, settings, email)
      const written = await database.transaction(ref, async (run) => {
        await audit(run, 'user_reauthenticate_requested', found.user, { client })
        return links.writeReauthentication(run, call, found.user)
      })
      await mails.deliver(ref, settings, [written])
    },
  }
}

/** Another change may have ended it while the passwords were hashed. Throws `session_not_found`. */
async function mustHaveSession(run: Run, userId: string, sessionId: string | undefined) {
  if (sessionId === undefined) return
  const found = await run('select from auth.sessions where id = $1 and user_id = $2', [sessionId, userId])
  if (found.length === 0) throw sessionNotFound()
}

const gone = () =>
  new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
