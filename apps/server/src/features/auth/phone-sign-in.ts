import { randomUUID } from 'node:crypto'
import { CODE_ATTEMPTS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { knownContact, mustBeOffered, normalNumber } from './contacts.ts'
import { mustFitInToken } from './credentials.ts'
import { notingRefusal } from './failed-attempts.ts'
import { askBeforeCreation } from './hook-calls.ts'
import { setPhone, tellOfNewPhone } from './phone-change.ts'
import { mayEnter } from './sign-in.ts'
import { signUpDisabled } from './sign-up.ts'
import { confirmPhone, insertUser, userById, userByPhone } from './users.store.ts'

/** What a code by message is typed for. */
export const phoneCodeTypes = ['sms', 'phone_change'] as const
export type PhoneCodeType = (typeof phoneCodeTypes)[number]

const codeExpired = () => new AuthError('otp_expired', 'Token has expired or is invalid')

export type PhoneSignIn = ReturnType<typeof phoneSignIn>

/** Codes by message: sending them, and what happens when a user types one. */
export function phoneSignIn({
  database,
  sessions,
  codes,
  attempts,
  mails,
  messages,
  notices,
  hooks,
  now,
}: AuthTools) {
  /** Throws when too much is asked for. */
  const mayAsk = async ({ ref, settings, client }: AuthCall, phone: string) => {
    mustBeOffered(settings, 'phone', 'logins')
    await attempts.limit(ref, 'otp', settings, client.ip)
    await attempts.limitMessage(ref, settings, phone)
  }

  return {
    /** Sends a code to sign in with; creates the user when `createUser` says so. Throws AuthError. */
    async sendCode(
      call: AuthCall,
      body: { phone: string; createUser: boolean; data?: Record<string, unknown> | undefined },
    ) {
      const { ref, settings, client } = call
      const phone = normalNumber(body.phone)
      mustFitInToken(body.data)
      await mayAsk(call, phone)
      const id = randomUUID()
      if (body.createUser && hooks.isEnabled(settings, 'before_user_created')) {
        // Asked outside of the transaction, which must not wait for it.
        const known = await database.transaction(ref, (run) => userByPhone(run, phone))
        if (!known)
          await askBeforeCreation(hooks, call, {
            id,
            email: null,
            phone,
            provider: 'phone',
            userMetadata: body.data,
          })
      }
      const create = async (run: Run) => {
        if (!body.createUser) throw new AuthError('otp_disabled', 'Signups not allowed for otp')
        if (settings.disable_signup) throw signUpDisabled()
        const created = await insertUser(run, {
          id,
          email: null,
          phone,
          passwordHash: null,
          isConfirmed: false,
          isPhoneConfirmed: settings.sms_autoconfirm,
          ...(body.data && { userMetadata: body.data }),
        })
        if (created)
          await audit(run, 'user_signedup', created.user, { client, traits: { provider: 'phone' } })
        return created ?? userByPhone(run, phone, { lock: true })
      }
      const written = await database.transaction(ref, async (run) => {
        const record = (await userByPhone(run, phone, { lock: true })) ?? (await create(run))
        if (!record) return undefined
        await audit(run, 'user_recovery_requested', record.user, { client })
        return messages.write(run, call, 'confirmation', record.user, phone)
      })
      await messages.send(ref, settings, written)
    },

    /**
     * Sends the code of a sign-up or a sign-in, or of a change of number to `phone`, again. The answer never tells whether
     * there is one.
     */
    async resend(call: AuthCall, { type, phone: text }: { type: PhoneCodeType; phone: string }) {
      const { ref, settings } = call
      const phone = normalNumber(text)
      await mayAsk(call, phone)
      const written = await database.transaction(ref, async (run) => {
        if (type === 'phone_change') {
          const record = await userOfPhoneChange(run, phone)
          const next = record?.user.phone_change
          return record && next ? messages.write(run, call, 'phone_change', record.user, next) : undefined
        }
        const record = await userByPhone(run, phone, { lock: true })
        return record && messages.write(run, call, 'confirmation', record.user, phone)
      })
      await messages.send(ref, settings, written)
    },

    /** A session for a code. Throws `otp_expired` for anything that is not valid now. */
    async redeem(
      call: AuthCall,
      type: PhoneCodeType,
      { phone: text, code }: { phone: string; code: string },
    ) {
      const { ref, settings, client } = call
      mustBeOffered(settings, 'phone', 'logins')
      await attempts.limit(ref, 'verify', settings, client.ip)
      const { value: phone } = knownContact({ phone: text })
      const tried = await attempts.countCode(ref, phone, settings.sms_otp_exp)
      if (tried > CODE_ATTEMPTS_MAX) throw codeExpired()
      const trial = { actor: { email: null, phone }, traits: { provider: 'phone', method: 'otp' } }
      const judge = async (run: Run) => {
        const found = type === 'sms' ? await userByPhone(run, phone) : await userOfPhoneChange(run, phone)
        const redeemed =
          found &&
          (await codes.redeemCode(run, ref, {
            userId: found.user.id,
            kinds: [type === 'sms' ? 'confirmation_token' : 'phone_change_token'],
            code,
            sentTo: phone,
            validSeconds: settings.sms_otp_exp,
          }))
        const record = redeemed && (await userById(run, redeemed.userId, { lock: true }))
        if (!record) throw codeExpired()
        const { user } = record
        mayEnter(user, now())
        let told: string[] = []
        if (type === 'sms') {
          if (user.phone_confirmed_at === null) await confirmPhone(run, user.id)
        } else if (user.phone_change !== phone) throw codeExpired()
        else {
          await setPhone(run, user.id, phone)
          told = await tellOfNewPhone(run, call, notices, user)
        }
        const start = { userId: user.id, method: 'otp', provider: 'phone' } as const
        const session = await sessions.begin(run, settings, client, start)
        if (!session) throw codeExpired()
        return { ...session, told }
      }
      const begun = await notingRefusal(database, call, trial, () => database.transaction(ref, judge))
      await mails.deliver(ref, settings, begun.told)
      return sessions.toWire(ref, client, settings, begun.record, begun.session)
    },
  }
}

/** The user who changes to a number. */
async function userOfPhoneChange(run: Run, phone: string) {
  const [row] = await run<{ id: string }>(
    `select u.id from auth.users u join auth.one_time_tokens t on t.user_id = u.id
     where t.relates_to = $1 and t.token_type = 'phone_change_token' and u.phone_change = $1 and u.deleted_at is null
     order by t.created_at desc limit 1`,
    [phone],
  )
  return row && userById(run, row.id, { lock: true })
}
