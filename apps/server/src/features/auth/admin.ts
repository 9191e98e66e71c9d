import { createHash, randomUUID } from 'node:crypto'
import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError, userNotFound } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { normalNumber } from './contacts.ts'
import { mustBeStrong, mustFitInToken, normalEmail } from './credentials.ts'
import { beginEmailChange, emailExists, mustBeFree, setEmail, tellOfNewAddress } from './email-change.ts'
import { factorNotFound, removeFactors } from './factors.ts'
import { askBeforeCreation } from './hook-calls.ts'
import { type IssuedLink, type LinkType, linkKinds, type MailedLink } from './link-mails.ts'
import { numberMustBeFree, phoneExists, setPhone, tellOfNewPhone } from './phone-change.ts'
import { endSessions } from './sessions.ts'
import { isPasswordHash } from './user-password.ts'
import { toWireUser, type UserRecord, type UserRow, userRecordColumns } from './user-record.ts'
import { changeUser, confirmEmail, confirmPhone, insertUser, userByEmail, userById } from './users.store.ts'

/** What a server may set of a user. */
export interface AdminChange {
  email?: string | undefined
  phone?: string | undefined
  password?: string | undefined
  /** argon2id or bcrypt. */
  passwordHash?: string | undefined
  isEmailConfirmed?: boolean | undefined
  isPhoneConfirmed?: boolean | undefined
  userMetadata?: Record<string, unknown> | undefined
  appMetadata?: Record<string, unknown> | undefined
  role?: string | undefined
  /** In milliseconds; null ends a ban. */
  banMs?: number | null | undefined
}

/** The link that a server asks for, to send it itself. */
export interface LinkRequest {
  type: MailedLink | 'email_change_current' | 'email_change_new'
  email: string
  newEmail?: string | undefined
  password?: string | undefined
  data?: Record<string, unknown> | undefined
}

/** Users as servers with a secret key, and members of the organization, manage them. */
export function adminUsers({ database, mails, links, notices, hooks, leaked, now }: AuthTools) {
  const until = (ms: number | null | undefined) =>
    ms === undefined ? undefined : ms === null ? null : new Date(now().getTime() + ms)

  const hashOf = async (call: AuthCall, { password, passwordHash }: AdminChange) => {
    if (passwordHash !== undefined) {
      if (isPasswordHash(passwordHash)) return passwordHash
      throw new AuthError('validation_failed', 'password_hash must be a hash of argon2id or bcrypt')
    }
    if (password === undefined) return undefined
    mustBeStrong(password, call.settings)
    await leaked(call, password)
    return hashPassword(password)
  }

  /** Asks the project's hook whether the user of a new address may be created; resolves to the id for one. */
  const askIfNew = async (
    call: AuthCall,
    email: string,
    userMetadata: Record<string, unknown> | undefined,
  ) => {
    const id = randomUUID()
    if (!hooks.isEnabled(call.settings, 'before_user_created')) return id
    // Asked outside of the transaction, which must not wait for it.
    const known = await database.transaction(call.ref, (run) => userByEmail(run, email))
    if (!known) await askBeforeCreation(hooks, call, { id, email, provider: 'email', userMetadata })
    return id
  }

  /** Creates the invited user, or finds one who has not accepted yet. Throws `email_exists`. */
  const invited = async (run: Run, id: string, email: string, data: Record<string, unknown> | undefined) => {
    const existing = await userByEmail(run, email, { lock: true })
    if (existing && existing.user.confirmed_at !== null) throw emailExists()
    const created =
      existing ??
      (await insertUser(run, {
        id,
        email,
        passwordHash: null,
        isConfirmed: false,
        isInvited: true,
        ...(data && { userMetadata: data }),
      }))
    if (!created) throw emailExists()
    return created
  }

  return {
    /** Throws AuthError, `email_exists` for a taken address. */
    async create(call: AuthCall, change: AdminChange & { id?: string | undefined }) {
      if (change.email === undefined && change.phone === undefined)
        throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone')
      const email = change.email === undefined ? null : normalEmail(change.email)
      const phone = change.phone === undefined ? null : normalNumber(change.phone)
      const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
      mustFitInToken(change.userMetadata, change.appMetadata)
      const passwordHash = (await hashOf(call, change)) ?? null
      const id = change.id ?? randomUUID()
      const { userMetadata } = change
      await askBeforeCreation(hooks, call, { id, email, phone, provider: providers[0], userMetadata })
      return database.transaction(call.ref, async (run) => {
        if (email !== null) await mustBeFree(run, email, '')
        if (phone !== null) await numberMustBeFree(run, phone, '')
        const created = await insertUser(run, {
          id,
          email,
          passwordHash,
          isConfirmed: email !== null && change.isEmailConfirmed === true,
          phone,
          isPhoneConfirmed: phone !== null && change.isPhoneConfirmed === true,
          ...(change.userMetadata && { userMetadata: change.userMetadata }),
          appMetadata: { provider: providers[0], providers, ...change.appMetadata },
          ...(change.role !== undefined && { role: change.role }),
        })
        if (!created)
          throw change.id !== undefined ? idTaken() : email === null ? phoneExists() : emailExists()
        const bannedUntil = until(change.banMs)
        if (bannedUntil) await changeUser(run, created.user.id, { bannedUntil })
        await audit(run, 'user_signedup', created.user, { client: call.client, traits: { by: 'admin' } })
        return (await userById(run, created.user.id))!
      })
    },

    /** Throws `user_not_found`. A ban or a new password ends the user's sessions. */
    async change(call: AuthCall, id: string, change: AdminChange): Promise<UserRecord> {
      const email = change.email === undefined ? undefined : normalEmail(change.email)
      const phone = change.phone === undefined ? undefined : normalNumber(change.phone)
      const passwordHash = await hashOf(call, change)
      const { record, told } = await database.transaction(call.ref, async (run) => {
        const before = await userById(run, id, { lock: true })
        if (!before) throw userNotFound()
        mustFitInToken(
          { ...before.user.raw_user_meta_data, ...change.userMetadata },
          { ...before.user.raw_app_meta_data, ...change.appMetadata },
        )
        if (email !== undefined && email !== before.user.email) await setEmail(run, id, email)
        if (phone !== undefined && phone !== before.user.phone) await setPhone(run, id, phone)
        const bannedUntil = until(change.banMs)
        await changeUser(run, id, {
          ...(passwordHash !== undefined && { passwordHash }),
          ...(change.role !== undefined && { role: change.role }),
          ...(change.userMetadata && { userMetadata: change.userMetadata }),
          ...(change.appMetadata && { appMetadata: change.appMetadata }),
          ...(bannedUntil !== undefined && { bannedUntil }),
        })
        if (change.isEmailConfirmed) await confirmEmail(run, id)
        if (change.isPhoneConfirmed) await confirmPhone(run, id)
        if (bannedUntil || passwordHash !== undefined) await endSessions(run, id, 'global', undefined)
        await audit(run, 'user_modified', before.user, { client: call.client, traits: { by: 'admin' } })
        return {
          record: (await userById(run, id))!,
          told: [
            ...(passwordHash === undefined
              ? []
              : await notices.write(run, call, 'password_changed_notification', before.user)),
            ...(await tellOfNewAddress(run, call, notices, before.user)),
            ...(await tellOfNewPhone(run, call, notices, before.user)),
          ],
        }
      })
      await mails.deliver(call.ref, call.settings, told)
      return record
    },

    /**
     * Deletes users with everything that belongs to them; resolves to how many there were. `soft` keeps the row, so that
     * other tables may still refer to it, but nothing that identifies a person.
     */
    remove: (call: AuthCall, ids: readonly string[], { soft = false } = {}) =>
      database.transaction(call.ref, async (run) => {
        const found = await run<{ id: string; email: string | null; phone: string | null }>(
          'select id, email, phone from auth.users where id = any($1::uuid[]) and deleted_at is null order by id for update',
          [ids],
        )
        for (const user of found) {
          if (soft) await forgetPerson(run, user)
          await audit(run, 'user_deleted', user, { client: call.client, traits: { by: 'admin' } })
        }
        if (!soft) await run('delete from auth.users where id = any($1::uuid[])', [found.map(({ id }) => id)])
        return found.length
      }),

    /** Ends one session of a user; resolves to whether there was one. */
    endSession: (call: AuthCall, userId: string, sessionId: string) =>
      database.transaction(call.ref, async (run) => {
        const record = await userById(run, userId, { lock: true })
        if (!record || (await endSessions(run, userId, 'local', sessionId)) === 0) return false
        const traits = { by: 'admin', session_id: sessionId }
        await audit(run, 'logout', record.user, { client: call.client, traits })
        return true
      }),

    /** Removes one factor of a user, or all of them with `all`. Throws `user_not_found`, `mfa_factor_not_found`. */
    async removeFactor(call: AuthCall, id: string, factor: string | 'all' | undefined) {
      const told = await database.transaction(call.ref, async (run) => {
        const record = await userById(run, id, { lock: true })
        if (!record) throw userNotFound()
        const removed = record.factors.filter((one) => factor === 'all' || one.id === factor)
        if (removed.length === 0) throw factorNotFound()
        return removeFactors(run, call, notices, record, removed)
      })
      await mails.deliver(call.ref, call.settings, told)
    },

    /** A page by number, newest first, and how many users there are. */
    page: (ref: string, { page, perPage }: { page: number; perPage: number }) =>
      database.transaction(ref, async (run) => {
        const users = await run<UserRecord>(
          `select ${userRecordColumns('u')} from auth.users u where u.deleted_at is null
           order by coalesce(u.created_at, timestamptz '-infinity') desc, u.id desc limit $1 offset $2`,
          [perPage, (page - 1) * perPage],
        )
        const [row] = await run<{ count: number }>(
          'select count(*)::int as count from auth.users where deleted_at is null',
        )
        return { users: users.map(toWireUser), total: row!.count }
      }),

    /** Throws `user_not_found`. */
    find: (ref: string, id: string) =>
      database.transaction(ref, async (run) => {
        const found = await userById(run, id)
        if (!found) throw userNotFound()
        return found
      }),

    /** Sends an invitation. Throws `email_exists` for a user who has confirmed the address. */
    async invite(
      call: AuthCall,
      { email: text, data }: { email: string; data?: Record<string, unknown> | undefined },
    ) {
      const email = normalEmail(text)
      mustFitInToken(data)
      const newId = await askIfNew(call, email, data)
      const { record, written } = await database.transaction(call.ref, async (run) => {
        const { user } = await invited(run, newId, email, data)
        await audit(run, 'user_invited', user, { client: call.client, traits: { by: 'admin' } })
        const id = await links.write(run, call, 'invite', user)
        return { record: (await userById(run, user.id))!, written: id }
      })
      await mails.deliver(call.ref, call.settings, [written])
      return record
    },

    /** Issues a link without sending it. Creates the user of a sign-up or invitation. Throws AuthError. */
    async generateLink(call: AuthCall, request: LinkRequest) {
      const email = normalEmail(request.email)
      const newEmail = request.newEmail === undefined ? undefined : normalEmail(request.newEmail)
      mustFitInToken(request.data)
      if (request.type === 'signup' && request.password === undefined)
        throw new AuthError('validation_failed', 'Signup requires a valid password')
      const passwordHash = request.type === 'signup' ? ((await hashOf(call, request)) ?? null) : null
      const userMetadata = request.data && { userMetadata: request.data }
      const mayCreate = ['invite', 'signup', 'magiclink'].includes(request.type)
      const id = mayCreate ? await askIfNew(call, email, request.data) : randomUUID()
      const { link, type, record } = await database.transaction(call.ref, async (run) => {
        let isCreated = false
        const create = async (user: { passwordHash: string | null }) => {
          const created = await insertUser(run, { id, email, isConfirmed: false, ...userMetadata, ...user })
          isCreated = created !== undefined
          return created
        }
        const of = async (type: MailedLink, user: UserRow) => ({
          type,
          user,
          link: await links.issue(run, call, type, user),
        })
        const issue = async (): Promise<{ type: LinkType; user: UserRow; link: IssuedLink }> => {
          if (request.type === 'invite')
            return of('invite', (await invited(run, id, email, request.data)).user)
          const existing = await userByEmail(run, email, { lock: true })
          if (request.type === 'signup') {
            if (existing?.user.email_confirmed_at) throw emailExists()
            const user = existing ?? (await create({ passwordHash }))
            if (!user) throw emailExists()
            return of('signup', user.user)
          }
          const found =
            existing ?? (request.type === 'magiclink' ? await create({ passwordHash: null }) : undefined)
          if (!found) throw userNotFound()
          if (request.type === 'magiclink' || request.type === 'recovery') return of(request.type, found.user)
          if (newEmail === undefined) throw new AuthError('validation_failed', 'new_email is required')
          await mustBeFree(run, newEmail, found.user.id)
          // The links of both addresses are asked for one after the other.
          if (found.user.email_change !== newEmail) await beginEmailChange(run, found.user.id, newEmail)
          const user = { ...found.user, email_change: newEmail }
          const to = request.type === 'email_change_new' ? 'new' : 'current'
          return { type: 'email_change', user, link: await links.issueEmailChange(run, call, user, to) }
        }
        const { user, ...issued } = await issue()
        const traits = { by: 'admin', link: request.type }
        if (isCreated) await audit(run, 'user_signedup', user, { client: call.client, traits })
        await audit(run, linkActions[request.type], user, { client: call.client, traits })
        return { ...issued, record: (await userById(run, user.id))! }
      })
      return {
        ...toWireUser(record),
        action_link: link.url,
        email_otp: link.code,
        hashed_token: link.token,
        verification_type: request.type in linkKinds ? type : request.type,
        redirect_to: call.redirectTo,
      }
    },
  }
}

/** What the audit log calls the making of a link. */
const linkActions: Record<LinkRequest['type'], AuthAuditAction> = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
}

const idTaken = () => new AuthError('conflict', 'A user with this id or address already exists')

/** Leaves of a user only the id, and hashes by which a repeated import is noticed. */
async function forgetPerson(run: Run, { id, email }: { id: string; email: string | null }) {
  const obfuscated = email === null ? null : createHash('sha256').update(`${id}${email}`).digest('base64url')
  await run(
    `update auth.users set email = $2, phone = null, encrypted_password = null, email_change = '', phone_change = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
     where id = $1`,
    [id, obfuscated],
  )
  for (const table of [
    'sessions',
    'identities',
    'mfa_factors',
    'webauthn_credentials',
    'one_time_tokens',
    'flow_state',
  ])
    await run(`delete from auth.${table} where user_id = $1`, [id])
}
