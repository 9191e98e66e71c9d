import { randomUUID } from 'node:crypto'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { mustBeStrong, mustFitInToken, normalEmail } from './credentials.ts'
import { beginFlow, type Challenge } from './flow-states.ts'
import { askBeforeCreation } from './hook-calls.ts'
import type { Begun } from './sessions.ts'
import { toWireUser, type UserRecord } from './user-record.ts'
import { audit, insertUser, userByEmail } from './users.store.ts'

export interface SignUp {
  email: string
  password: string
  data?: Record<string, unknown> | undefined
  challenge?: Challenge | undefined
}

/** What a sign-up leads to: a session, or a user whose address has to be confirmed by the mail `written`. */
type Outcome =
  | { kind: 'session'; begun: Begun }
  | { kind: 'unconfirmed'; record: UserRecord; written?: string }

/** People create their own accounts. */
export function signUps({ database, sessions, attempts, mails, links, hooks, leaked }: AuthTools) {
  return {
    /**
     * Signs up with an address and a password. Resolves to a session, or to the user when the address has to be confirmed.
     * The answer for an address with a confirmed user looks the same, and nothing is sent. Throws AuthError.
     */
    async withPassword(call: AuthCall, { email: text, password, data, challenge }: SignUp) {
      const { ref, settings, client } = call
      if (settings.disable_signup) throw signUpDisabled()
      if (!settings.external_email_enabled)
        throw new AuthError('email_provider_disabled', 'Email signups are disabled')
      const email = normalEmail(text)
      mustBeStrong(password, settings)
      mustFitInToken(data)
      await attempts.limit(ref, 'sign_in', settings, client.ip)
      const isConfirmed = settings.mailer_autoconfirm
      if (!isConfirmed) await attempts.limitMail(ref, settings, email)
      await leaked(call, password)
      // Before the look-up, so that it takes as long for an address that is taken.
      const passwordHash = await hashPassword(password)
      const id = randomUUID()
      await askBeforeCreation(hooks, call, { id, email, provider: 'email', userMetadata: data })
      const outcome = await database.transaction(ref, async (run): Promise<Outcome> => {
        const created = await insertUser(run, {
          id,
          email,
          passwordHash,
          isConfirmed,
          ...(data && { userMetadata: data }),
        })
        if (created) {
          await audit(run, 'user_signedup', created.user, { ip: client.ip, traits: { provider: 'email' } })
          if (isConfirmed) {
            const start = { userId: created.user.id, method: 'password' } as const
            // A trigger of the owner may have deleted the user.
            const begun = await sessions.begin(run, settings, client, start)
            if (begun) return { kind: 'session', begun }
          }
        }
        const record = created ?? (await userByEmail(run, email, { lock: true }))
        if (isConfirmed || !record) throw new AuthError('user_already_exists', 'User already registered')
        if (record.user.email_confirmed_at !== null)
          return { kind: 'unconfirmed', record: stranger(email, data) }
        if (challenge) await beginFlow(run, record.user.id, 'otp', challenge)
        return {
          kind: 'unconfirmed',
          record,
          written: await links.write(run, call, 'signup', record.user, challenge !== undefined),
        }
      })
      if (outcome.kind === 'session') {
        const { record, session } = outcome.begun
        return sessions.toWire(ref, client, settings, record, session)
      }
      if (outcome.written !== undefined) await mails.deliver(ref, settings, [outcome.written])
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
        await audit(run, 'user_signedup', created!.user, { ip: client.ip, traits: { provider: 'anonymous' } })
        return sessions.begin(run, settings, client, { userId: created!.user.id, method: 'anonymous' })
      })
      return sessions.toWire(ref, client, settings, begun!.record, begun!.session)
    },
  }
}

export const signUpDisabled = () => new AuthError('signup_disabled', 'Signups not allowed for this instance')

/** What a sign-up for a taken address is answered with. Clients tell it by its empty list of identities. */
function stranger(email: string, data: Record<string, unknown> | undefined): UserRecord {
  const at = new Date().toISOString()
  return {
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: null,
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
      reauthentication_sent_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
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
