import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { fitsInToken, mustFitInToken } from './credentials.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { askBeforeCreation } from './hook-calls.ts'
import { mayEnter } from './sign-in.ts'
import { signUpDisabled } from './sign-up.ts'
import type { UserRecord } from './user-record.ts'
import { audit, confirmEmail, insertUser, userByEmail, userById } from './users.store.ts'

/** Whom an identity signs in: a user, or one whose address has to be confirmed first by the mail `written`. */
export type Entered =
  | { kind: 'user'; record: UserRecord }
  | { kind: 'unverified'; written: string | undefined }

/** Accounts of people who come from a provider. */
export function externalAccounts({ database, links, notices, hooks, now }: AuthTools) {
  /** Refreshes what the provider tells of a known person. */
  const update = async (run: Run, { user }: UserRecord, identity: ExternalIdentity) => {
    await run(
      `update auth.identities set identity_data = identity_data || $3, updated_at = now()
       where provider = $1 and provider_id = $2`,
      [identity.provider, identity.subject, JSON.stringify(identity.data)],
    )
    // What does not fit into tokens beside the user's own data stays with the identity.
    if (!fitsInToken({ ...user.raw_user_meta_data, ...identity.data }, user.raw_app_meta_data)) return
    await run(
      `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2, updated_at = now() where id = $1`,
      [user.id, JSON.stringify(identity.data)],
    )
  }

  /** A user who has to confirm the address before the first sign-in. */
  const unverified = async (run: Run, call: AuthCall, { user }: UserRecord): Promise<Entered> => ({
    kind: 'unverified',
    written: await links.write(run, call, 'signup', user),
  })

  const mayPass = (call: AuthCall, { user }: UserRecord) =>
    user.email_confirmed_at !== null || call.settings.mailer_autoconfirm || !user.email

  return {
    /** Asks whether a person who has no account yet may get one, before the transaction that creates it. Throws AuthError. */
    async mayCreate(call: AuthCall, identity: ExternalIdentity) {
      if (!hooks.isEnabled(call.settings, 'before_user_created')) return
      const { newUserId: id, email, provider, data } = identity
      const isKnown = await database.transaction(
        call.ref,
        async (run) =>
          (await ownerOf(run, identity)) !== undefined ||
          (email !== null && (await userByEmail(run, email)) !== undefined),
      )
      if (!isKnown) await askBeforeCreation(hooks, call, { id, email, provider, userMetadata: data })
    },

    /**
     * Finds the user of an identity, or creates one. A confirmed address at the provider leads to the account that has
     * it; one that is not confirmed never does, or anyone could enter by claiming it. Throws AuthError.
     */
    async enter(run: Run, call: AuthCall, identity: ExternalIdentity): Promise<Entered> {
      await lockIdentity(run, identity)
      const owner = await ownerOf(run, identity)
      if (owner !== undefined) {
        const known = await userById(run, owner, { lock: true })
        if (!known) throw new AuthError('user_not_found', 'The account of this identity was deleted')
        mayEnter(known.user, now())
        await update(run, known, identity)
        const isConfirmedNow =
          known.user.email_confirmed_at === null &&
          identity.isEmailVerified &&
          identity.email === known.user.email
        if (isConfirmedNow) await confirmEmail(run, owner)
        else if (!mayPass(call, known)) return unverified(run, call, known)
        return { kind: 'user', record: (await userById(run, owner))! }
      }
      const { email, isEmailVerified } = identity
      if (email === null) throw noEmail(identity)
      const existing = await userByEmail(run, email, { lock: true })
      if (existing && !isEmailVerified) throw needsVerification(identity)
      if (existing) {
        mayEnter(existing.user, now())
        const isTakenOver = existing.user.email_confirmed_at === null
        if (isTakenOver) await takeOver(run, existing)
        await addIdentity(run, existing.user.id, identity)
        const before = isTakenOver
          ? { ...existing, user: { ...existing.user, raw_user_meta_data: {} } }
          : existing
        await update(run, before, identity)
        return { kind: 'user', record: (await userById(run, existing.user.id))! }
      }
      if (call.settings.disable_signup) throw signUpDisabled()
      mustFitInToken(identity.data)
      const created = await insertUser(run, {
        id: identity.newUserId,
        email,
        passwordHash: null,
        isConfirmed: isEmailVerified || call.settings.mailer_autoconfirm,
        isExternal: true,
        userMetadata: identity.data,
        appMetadata: { provider: identity.provider, providers: [identity.provider] },
      })
      // Someone has just signed up with the address.
      if (!created)
        throw new AuthError('email_exists', 'A user with this email address has already been registered')
      await addIdentity(run, created.user.id, identity)
      await audit(run, 'user_signedup', created.user, {
        ip: call.client.ip,
        traits: { provider: identity.provider },
      })
      const record = (await userById(run, created.user.id))!
      return mayPass(call, record) ? { kind: 'user', record } : unverified(run, call, record)
    },

    /** As `mayCreate`, for a person from an identity provider of a company. */
    async mayCreateForCompany(call: AuthCall, identity: ExternalIdentity) {
      if (!hooks.isEnabled(call.settings, 'before_user_created')) return
      const { newUserId: id, email, provider, data } = identity
      const owner = await database.transaction(call.ref, (run) => ownerOf(run, identity))
      if (owner === undefined)
        await askBeforeCreation(hooks, call, { id, email, provider, userMetadata: data })
    },

    /**
     * The user of an identity that a company manages: never one who signs in otherwise, whatever address the company
     * tells. Throws AuthError.
     */
    async enterFromCompany(run: Run, call: AuthCall, identity: ExternalIdentity): Promise<UserRecord> {
      await lockIdentity(run, identity)
      const owner = await ownerOf(run, identity)
      if (owner !== undefined) {
        const known = await userById(run, owner, { lock: true })
        if (!known) throw new AuthError('user_not_found', 'The account of this identity was deleted')
        mayEnter(known.user, now())
        await update(run, known, identity)
        await run('update auth.users set email = $2 where id = $1 and is_sso_user', [owner, identity.email])
        return (await userById(run, owner))!
      }
      if (call.settings.disable_signup) throw signUpDisabled()
      mustFitInToken(identity.data)
      const created = await insertUser(run, {
        id: identity.newUserId,
        email: identity.email,
        passwordHash: null,
        isConfirmed: true,
        isExternal: true,
        isFromCompany: true,
        userMetadata: identity.data,
        appMetadata: { provider: identity.provider, providers: [identity.provider] },
      })
      if (!created) throw new AuthError('conflict', 'The user could not be created. Try again.')
      await addIdentity(run, created.user.id, identity)
      await audit(run, 'user_signedup', created.user, {
        ip: call.client.ip,
        traits: { provider: identity.provider },
      })
      return (await userById(run, created.user.id))!
    },

    /** Adds an identity to a user who asked for it; `told` are the ids of mails that tell of it. Throws `identity_already_exists`. */
    async link(run: Run, call: AuthCall, userId: string, identity: ExternalIdentity) {
      await lockIdentity(run, identity)
      const owner = await ownerOf(run, identity)
      if (owner !== undefined)
        throw new AuthError(
          'identity_already_exists',
          owner === userId ? 'Identity is already linked' : 'Identity is already linked to another user',
        )
      const record = await userById(run, userId, { lock: true })
      if (!record) throw new AuthError('user_not_found', 'The user who asked for the link was deleted')
      mayEnter(record.user, now())
      await addIdentity(run, userId, identity)
      await update(run, record, identity)
      const { email, isEmailVerified } = identity
      if (!record.user.email && email !== null && isEmailVerified && !(await userByEmail(run, email)))
        await run('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [
          userId,
          email,
        ])
      await run('update auth.users set is_anonymous = false where id = $1 and is_anonymous', [userId])
      await audit(run, 'identity_linked', record.user, {
        ip: call.client.ip,
        traits: { provider: identity.provider },
      })
      const linked = (await userById(run, userId))!
      const details = { provider: identity.provider }
      const told = await notices.write(run, call, 'identity_linked_notification', linked.user, details)
      return { record: linked, told }
    },

    /** Removes one of several identities of a user; resolves to the ids of mails that tell of it. Throws AuthError. */
    async unlink(run: Run, call: AuthCall, userId: string, identityId: string) {
      const record = await userById(run, userId, { lock: true })
      const removed = record?.identities.find(({ id }) => id === identityId)
      if (!record || !removed) throw new AuthError('identity_not_found', 'Identity does not exist')
      const left = record.identities.filter(({ id }) => id !== identityId)
      if (left.length === 0)
        throw new AuthError(
          'single_identity_not_deletable',
          'User must have at least 1 identity after unlinking',
        )
      await run('delete from auth.identities where id = $1', [identityId])
      await setProviders(run, userId)
      // Without its identity, the password no longer signs in.
      if (removed.provider === 'email')
        await run('update auth.users set encrypted_password = null where id = $1', [userId])
      if (!left.some(({ email }) => email === record.user.email)) {
        const email = left.find((one) => one.email && one.identity_data.email_verified === true)?.email
        const other = email ? await userByEmail(run, email) : undefined
        if (other && other.user.id !== userId)
          throw new AuthError(
            'email_conflict_identity_not_deletable',
            'Unable to unlink identity due to email conflict',
          )
        if (email) await run('update auth.users set email = $2 where id = $1', [userId, email])
      }
      await audit(run, 'identity_unlinked', record.user, {
        ip: call.client.ip,
        traits: { provider: removed.provider, identity_id: identityId },
      })
      return notices.write(run, call, 'identity_unlinked_notification', record.user, {
        provider: removed.provider,
      })
    },
  }
}

/** Two sign-ins of one person at once make one user. */
const lockIdentity = (run: Run, { provider, subject }: ExternalIdentity) =>
  run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`basalt auth ${provider} ${subject}`])

async function ownerOf(run: Run, { provider, subject }: ExternalIdentity) {
  const [row] = await run<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return row?.user_id
}

async function addIdentity(run: Run, userId: string, { provider, subject, data }: ExternalIdentity) {
  await run(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [subject, userId, JSON.stringify(data), provider],
  )
  await setProviders(run, userId)
}

/** Notes in the user's app metadata how they can sign in. */
const setProviders = (run: Run, userId: string) =>
  run(
    `update auth.users u set updated_at = now(),
       raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
         'provider', case when p.providers ? (u.raw_app_meta_data ->> 'provider')
           then u.raw_app_meta_data ->> 'provider' else p.providers ->> 0 end,
         'providers', p.providers)
     from (select coalesce(jsonb_agg(provider order by since), '[]') as providers
       from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) i) p
     where u.id = $1`,
    [userId],
  )

/**
 * The owner of an address takes over an account that someone else may have made with it: nothing remains that the other
 * could enter by.
 */
async function takeOver(run: Run, { user }: UserRecord) {
  await run(
    `update auth.users set encrypted_password = null, raw_user_meta_data = '{}', email_change = '',
       phone = null, phone_confirmed_at = null, phone_change = '', updated_at = now()
     where id = $1`,
    [user.id],
  )
  for (const table of [
    'sessions',
    'mfa_factors',
    'webauthn_credentials',
    'one_time_tokens',
    'flow_state',
    'identities',
  ])
    await run(`delete from auth.${table} where user_id = $1`, [user.id])
  await confirmEmail(run, user.id)
}

const noEmail = ({ provider }: ExternalIdentity) =>
  new AuthError(
    'validation_failed',
    `Error getting user email from external provider: ${provider} shares no address of this account`,
  )

export const needsVerification = ({ provider }: Pick<ExternalIdentity, 'provider'>, isSent = false) =>
  new AuthError(
    'provider_email_needs_verification',
    isSent
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
