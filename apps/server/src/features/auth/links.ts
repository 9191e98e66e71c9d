import { randomUUID } from 'node:crypto'
import { CODE_ATTEMPTS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { mustFitInToken, normalEmail } from './credentials.ts'
import { applyEmailChange, beginEmailChange, isHalf, tellOfNewAddress } from './email-change.ts'
import { notingRefusal } from './failed-attempts.ts'
import { beginFlow, type Challenge, issueAuthCode } from './flow-states.ts'
import { askBeforeCreation } from './hook-calls.ts'
import type { LinkType, MailedLink } from './link-mails.ts'
import { type CodeKind, isPkceToken, type RedeemedCode } from './one-time-codes.ts'
import type { Method } from './sessions.ts'
import { mayEnter } from './sign-in.ts'
import { signUpDisabled } from './sign-up.ts'
import type { UserRecord } from './user-record.ts'
import { confirmEmail, insertUser, userByEmail, userById } from './users.store.ts'

/** Which codes a link or a typed code of each type redeems. */
const redeemable: Record<LinkType, readonly CodeKind[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token', 'confirmation_token'],
  recovery: ['recovery_token'],
  email: ['recovery_token', 'confirmation_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}

/** How a session began by each type is named in its claims. */
const methods: Record<LinkType, Method> = {
  signup: 'otp',
  invite: 'invite',
  magiclink: 'otp',
  recovery: 'recovery',
  email: 'otp',
  email_change: 'email_change',
}

/** What a user presents: the token of a link, or an address and the digits sent to it. */
export type Proof = { token: string } | { email: string; code: string }

/** A redeemed proof: a session, the code of a PKCE flow, or one of two confirmations of a change of address. */
export type Redeemed =
  | { kind: 'session'; session: Awaited<ReturnType<AuthTools['sessions']['toWire']>> }
  | { kind: 'auth_code'; code: string }
  | { kind: 'half'; message: string }

const EXPIRED = 'Token has expired or is invalid'
const tokenExpired = () => new AuthError('otp_expired', EXPIRED)

export type Links = ReturnType<typeof links>

/** Links and codes by mail: sending them, and what happens when a user comes back with one. */
export function links({
  database,
  sessions,
  codes,
  attempts,
  mails,
  links: linkMails,
  notices,
  hooks,
  now,
}: AuthTools) {
  /** Sends a link to a user, if there is one. The answer does not tell, unless `create` throws. */
  const sendTo = async (
    call: AuthCall,
    email: string,
    challenge: Challenge | undefined,
    typeFor: (record: UserRecord) => MailedLink | undefined,
    create?: (run: Run) => Promise<UserRecord | undefined>,
  ) => {
    const { ref, settings, client } = call
    const written = await database.transaction(ref, async (run) => {
      const record = (await userByEmail(run, email, { lock: true })) ?? (await create?.(run))
      const type = record && typeFor(record)
      if (!record || !type) return undefined
      if (challenge) await beginFlow(run, record.user.id, methods[type], challenge)
      const action = type === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested'
      await audit(run, action, record.user, { client })
      return linkMails.write(run, call, type, record.user, challenge !== undefined)
    })
    if (written !== undefined) await mails.deliver(ref, settings, [written])
  }

  /** What a redeemed code changes; resolves to the ids of mails that tell of it. Undefined when one half of a change of address is still missing. */
  const apply = async (run: Run, call: AuthCall, { userId, kind }: RedeemedCode) => {
    const record = await userById(run, userId, { lock: true })
    if (!record) throw tokenExpired()
    mayEnter(record.user, now())
    if (isHalf(kind)) {
      if (!(await applyEmailChange(run, call, record.user, kind))) return undefined
      return tellOfNewAddress(run, call, notices, record.user)
    }
    if (record.user.email_confirmed_at === null) await confirmEmail(run, userId)
    return []
  }

  /** Finds and redeems a proof. Throws `otp_expired`. */
  const redeem = async (run: Run, { ref, settings }: AuthCall, type: LinkType, proof: Proof) => {
    const kinds = redeemable[type]
    const validSeconds = settings.mailer_otp_exp
    if ('token' in proof) return codes.redeemToken(run, { kinds, token: proof.token, validSeconds })
    // A code by message must not confirm an address, nor that of one address another.
    const typed = { kinds, code: proof.code, sentTo: proof.email, validSeconds }
    const userIds =
      type === 'email_change'
        ? await usersOfEmailChange(run, proof.email)
        : [await userByEmail(run, proof.email)].flatMap((record) => (record ? [record.user.id] : []))
    for (const userId of userIds) {
      const redeemed = await codes.redeemCode(run, ref, { userId, ...typed })
      if (redeemed) return redeemed
    }
    return undefined
  }

  return {
    /** Sends a link and code to sign in with; creates the user when `createUser` says so. Throws AuthError. */
    async sendSignIn(
      call: AuthCall,
      body: {
        email: string
        createUser: boolean
        data?: Record<string, unknown> | undefined
        challenge?: Challenge | undefined
      },
    ) {
      const { ref, settings, client } = call
      if (!settings.external_email_enabled)
        throw new AuthError('email_provider_disabled', 'Email logins are disabled')
      const email = normalEmail(body.email)
      mustFitInToken(body.data)
      await attempts.limit(ref, 'otp', settings, client.ip)
      await attempts.limitMail(ref, settings, email)
      const id = randomUUID()
      if (body.createUser && hooks.isEnabled(settings, 'before_user_created')) {
        // Asked outside of the transaction, which must not wait for it.
        const known = await database.transaction(ref, (run) => userByEmail(run, email))
        if (!known)
          await askBeforeCreation(hooks, call, { id, email, provider: 'email', userMetadata: body.data })
      }
      const create = async (run: Run) => {
        if (!body.createUser) throw new AuthError('otp_disabled', 'Signups not allowed for otp')
        if (settings.disable_signup) throw signUpDisabled()
        const created = await insertUser(run, {
          id,
          email,
          passwordHash: null,
          isConfirmed: settings.mailer_autoconfirm,
          ...(body.data && { userMetadata: body.data }),
        })
        if (created)
          await audit(run, 'user_signedup', created.user, { client, traits: { provider: 'email' } })
        return created ?? userByEmail(run, email, { lock: true })
      }
      const typeFor = ({ user }: UserRecord) => (user.email_confirmed_at === null ? 'signup' : 'magiclink')
      await sendTo(call, email, body.challenge, typeFor, create)
    },

    /** Sends a link with which the user can set a new password. */
    async sendRecovery(call: AuthCall, body: { email: string; challenge?: Challenge | undefined }) {
      const { ref, settings, client } = call
      const email = normalEmail(body.email)
      await attempts.limit(ref, 'otp', settings, client.ip)
      await attempts.limitMail(ref, settings, email)
      await sendTo(call, email, body.challenge, () => 'recovery')
    },

    /** Sends the confirmation of a sign-up or of a change of address again. */
    async resend(
      call: AuthCall,
      body: { type: 'signup' | 'email_change'; email: string; challenge?: Challenge | undefined },
    ) {
      const { ref, settings, client } = call
      const email = normalEmail(body.email)
      await attempts.limit(ref, 'otp', settings, client.ip)
      await attempts.limitMail(ref, settings, email)
      if (body.type === 'signup')
        return sendTo(call, email, body.challenge, ({ user }) =>
          user.email_confirmed_at === null ? 'signup' : undefined,
        )
      const written = await database.transaction(ref, async (run) => {
        const record = await userByEmail(run, email, { lock: true })
        const next = record?.user.email_change
        if (!record || !next) return []
        // Both addresses confirm again, because both get another code.
        await beginEmailChange(run, record.user.id, next)
        if (body.challenge) await beginFlow(run, record.user.id, methods.email_change, body.challenge)
        return linkMails.writeEmailChange(run, call, record.user, body.challenge !== undefined)
      })
      await mails.deliver(ref, settings, written)
    },

    /** Redeems a proof. Throws `otp_expired` for anything that is not valid now. */
    async redeem(call: AuthCall, type: LinkType, given: Proof): Promise<Redeemed> {
      const { ref, settings, client } = call
      await attempts.limit(ref, 'verify', settings, client.ip)
      const proof =
        'token' in given ? given : { ...given, email: given.email.trim().normalize('NFC').toLowerCase() }
      if ('email' in proof) {
        const tried = await attempts.countCode(ref, proof.email, settings.mailer_otp_exp)
        if (tried > CODE_ATTEMPTS_MAX) throw tokenExpired()
      }
      const trial = {
        actor: { email: 'email' in proof ? proof.email : null },
        traits: { provider: 'email', method: methods[type] },
      }
      const outcome = await notingRefusal(database, call, trial, () =>
        database.transaction(ref, async (run) => {
          const redeemed = await redeem(run, call, type, proof)
          if (!redeemed) throw tokenExpired()
          const told = await apply(run, call, redeemed)
          if (!told) return { kind: 'half' as const, told: [] }
          const method = methods[type]
          if ('token' in proof && isPkceToken(proof.token))
            return {
              kind: 'auth_code' as const,
              told,
              code: await issueAuthCode(run, redeemed.userId, method),
            }
          const begun = await sessions.begin(run, settings, client, {
            userId: redeemed.userId,
            method,
            provider: 'email',
          })
          if (!begun) throw tokenExpired()
          return { kind: 'session' as const, told, ...begun }
        }),
      )
      await mails.deliver(ref, settings, outcome.told)
      switch (outcome.kind) {
        case 'half':
          return {
            kind: 'half',
            message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
          }
        case 'auth_code':
          return { kind: 'auth_code', code: outcome.code }
        case 'session':
          return {
            kind: 'session',
            session: await sessions.toWire(ref, client, settings, outcome.record, outcome.session),
          }
      }
    },
  }
}

/** Users who may change to one address at once; the newest can confirm it by a code. */
const CHANGING_MAX = 5

/** The ids of users who change to, or from, an address, the newest change first. */
async function usersOfEmailChange(run: Run, email: string) {
  const rows = await run<{ id: string }>(
    `select u.id from auth.users u join auth.one_time_tokens t on t.user_id = u.id
     where t.relates_to = $1 and t.token_type in ('email_change_token_new', 'email_change_token_current')
       and u.email_change <> '' and u.deleted_at is null order by t.created_at desc limit $2`,
    [email, CHANGING_MAX],
  )
  return rows.map(({ id }) => id)
}
