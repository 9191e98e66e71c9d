import { randomUUID } from 'node:crypto'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import {
  type Contact,
  columnsOf,
  isAutoConfirmed,
  isConfirmed,
  mustBeOffered,
  newContact,
  userByContact,
} from './contacts.ts'
import { mustBeStrong, mustFitInToken } from './credentials.ts'
import { beginFlow, type Challenge } from './flow-states.ts'
import { askBeforeCreation } from './hook-calls.ts'
import type { Begun } from './sessions.ts'
import type { WrittenMessage } from './text-messages.ts'
import { toWireUser, type UserRecord } from './user-record.ts'
import { insertUser } from './users.store.ts'

export interface SignUp {
  contact: { email: string } | { phone: string }
  password: string
  data?: Record<string, unknown> | undefined
  challenge?: Challenge | undefined
}

/** What a sign-up leads to: a session, or a user whose contact has to be confirmed by the mail or message that was written. */
type Outcome =
  | { kind: 'session'; begun: Begun }
  | { kind: 'unconfirmed'; record: UserRecord; mail?: string; message?: WrittenMessage | undefined }

/** People create their own accounts. */
export function signUps({ database, sessions, attempts, mails, links, messages, hooks, leaked }: AuthTools) {
  return {
    /**
     * Signs up with an address or a number, and a password. Resolves to a session, or to the user when the contact has to be
     * confirmed. The answer for one with a confirmed user looks the same: an address gets nothing, and a number a code that
     * signs its user in. Throws AuthError.
     */
    async withPassword(call: AuthCall, { contact: given, password, data, challenge }: SignUp) {
      const { ref, settings, client } = call
      if (settings.disable_signup) throw signUpDisabled()
      mustBeOffered(settings, 'phone' in given ? 'phone' : 'email', 'signups')
      const contact = newContact(given)
      const { kind } = contact
      const { email, phone } = columnsOf(contact)
      mustBeStrong(password, settings)
      mustFitInToken(data)
      await attempts.limit(ref, 'sign_in', settings, client.ip)
      const isTrusted = isAutoConfirmed(settings, kind)
      if (!isTrusted)
        await (kind === 'email'
          ? attempts.limitMail(ref, settings, contact.value)
          : attempts.limitMessage(ref, settings, contact.value))
      await leaked(call, password)
      // Before the look-up, so that it takes as long for one that is taken.
      const passwordHash = await hashPassword(password)
      const id = randomUUID()
      await askBeforeCreation(hooks, call, { id, email, phone, provider: kind, userMetadata: data })
      const outcome = await database.transaction(ref, async (run): Promise<Outcome> => {
        const created = await insertUser(run, {
          id,
          email,
          phone,
          passwordHash,
          isConfirmed: kind === 'email' && isTrusted,
          isPhoneConfirmed: kind === 'phone' && isTrusted,
          ...(data && { userMetadata: data }),
        })
        if (created) {
          await audit(run, 'user_signedup', created.user, { client, traits: { provider: kind } })
          if (isTrusted) {
            const start = { userId: created.user.id, method: 'password' } as const
            // A trigger of the owner may have deleted the user.
            const begun = await sessions.begin(run, settings, client, start)
            if (begun) return { kind: 'session', begun }
          }
        }
        const record = created ?? (await userByContact(run, contact, { lock: true }))
        if (isTrusted || !record) throw new AuthError('user_already_exists', 'User already registered')
        const isTaken = isConfirmed(record.user, kind)
        const answer = isTaken ? stranger(contact, data) : record
        if (kind === 'phone') {
          // A message that is sent for some numbers alone would tell by its time, and by its failure, which are taken.
          if (isTaken) await audit(run, 'user_recovery_requested', record.user, { client })
          const message = await messages.write(run, call, 'confirmation', record.user, contact.value)
          return { kind: 'unconfirmed', record: answer, message }
        }
        if (isTaken) return { kind: 'unconfirmed', record: answer }
        if (challenge) await beginFlow(run, record.user.id, 'otp', challenge)
        return {
          kind: 'unconfirmed',
          record,
          mail: await links.write(run, call, 'signup', record.user, challenge !== undefined),
        }
      })
      if (outcome.kind === 'session') {
        const { record, session } = outcome.begun
        return sessions.toWire(ref, client, settings, record, session)
      }
      if (outcome.mail !== undefined) await mails.deliver(ref, settings, [outcome.mail])
      await messages.send(ref, settings, outcome.message)
      return toWireUser(outcome.record)
    },

    /** A user without an address, who can add one later. Throws AuthError. */
    async anonymously(call: AuthCall, data: Record<string, unknown> | undefined) {
      const { ref, settings, client } = call
      if (settings.disable_signup) throw signUpDisabled()
      if (!settings.external_anonymous_users_enabled)
        throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
      mustFitInToken(data)
      await attempts.limit(ref, 'anonymous', settings, client.ip)
      const id = randomUUID()
      await askBeforeCreation(hooks, call, {
        id,
        email: null,
        provider: undefined,
        userMetadata: data,
        isAnonymous: true,
      })
      const begun = await database.transaction(ref, async (run) => {
        const created = await insertUser(run, {
          id,
          email: null,
          passwordHash: null,
          isConfirmed: false,
          isAnonymous: true,
          ...(data && { userMetadata: data }),
        })
        await audit(run, 'user_signedup', created!.user, { client, traits: { provider: 'anonymous' } })
        return sessions.begin(run, settings, client, { userId: created!.user.id, method: 'anonymous' })
      })
      return sessions.toWire(ref, client, settings, begun!.record, begun!.session)
    },
  }
}

export const signUpDisabled = () => new AuthError('signup_disabled', 'Signups not allowed for this instance')

/** What a sign-up for a taken address or number is answered with. Clients tell it by its empty list of identities. */
function stranger(contact: Contact, data: Record<string, unknown> | undefined): UserRecord {
  const at = new Date().toISOString()
  return {
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: 'authenticated',
      ...columnsOf(contact),
      encrypted_password: null,
      email_confirmed_at: null,
      phone_confirmed_at: null,
      confirmed_at: null,
      invited_at: null,
      confirmation_sent_at: at,
      recovery_sent_at: null,
      email_change: null,
      email_change_sent_at: null,
      email_change_confirm_status: 0,
      phone_change: null,
      phone_change_sent_at: null,
      reauthentication_sent_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: { provider: contact.kind, providers: [contact.kind] },
      raw_user_meta_data: data ?? {},
      banned_until: null,
      deleted_at: null,
      created_at: at,
      updated_at: at,
      is_anonymous: false,
      is_sso_user: false,
    },
    identities: [],
    factors: [],
  }
}
