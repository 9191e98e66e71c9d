import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { mustFitInToken } from './credentials.ts'
import { addIdentity, lockIdentity, ownerOf, updateIdentity } from './external-identities.store.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { askBeforeCreation } from './hook-calls.ts'
import { mayEnter } from './sign-in.ts'
import { signUpDisabled } from './sign-up.ts'
import type { UserRecord } from './user-record.ts'
import { confirmEmail, insertUser, userByEmail, userById } from './users.store.ts'

/** Whom an identity signs in: a user, or one whose address has to be confirmed first. */
export interface Entered {
  kind: 'user' | 'unverified'
  record: UserRecord
}

/** Accounts of people who come from a provider. */
export function externalAccounts({ database, attempts, links, mails, hooks, now }: AuthTools) {
  const mayPass = (call: AuthCall, { user }: UserRecord) =>
    user.email_confirmed_at !== null || call.settings.mailer_autoconfirm || !user.email

  /** The user who has the identity, refreshed; undefined when nobody has it. Others who sign in with it wait. Throws AuthError. */
  const known = async (run: Run, identity: ExternalIdentity) => {
    await lockIdentity(run, identity)
    const owner = await ownerOf(run, identity)
    if (owner === undefined) return undefined
    const record = await userById(run, owner, { lock: true })
    if (!record) throw new AuthError('user_not_found', 'The account of this identity was deleted')
    mayEnter(record.user, now())
    await updateIdentity(run, record, identity)
    return record
  }

  /** Creates the user of an identity. Throws AuthError. */
  const create = async (
    run: Run,
    call: AuthCall,
    identity: ExternalIdentity,
    as: { isConfirmed: boolean; isFromCompany: boolean },
  ): Promise<UserRecord> => {
    if (call.settings.disable_signup) throw signUpDisabled()
    mustFitInToken(identity.data)
    const created = await insertUser(run, {
      id: identity.newUserId,
      email: identity.email,
      passwordHash: null,
      isExternal: true,
      userMetadata: identity.data,
      appMetadata: { provider: identity.provider, providers: [identity.provider] },
      ...as,
    })
    // Someone has just signed up with the address.
    if (!created)
      throw new AuthError('email_exists', 'A user with this email address has already been registered')
    await addIdentity(run, created.user.id, identity)
    await audit(run, 'user_signedup', created.user, {
      client: call.client,
      traits: { provider: identity.provider },
    })
    return (await userById(run, created.user.id))!
  }

  return {
    /**
     * Asks whether a person who has no account yet may get one, before the transaction that creates it. An address leads
     * to an account only when no company manages the identity. Throws AuthError.
     */
    async mayCreate(
      call: AuthCall,
      identity: ExternalIdentity,
      { isFromCompany }: { isFromCompany: boolean },
    ) {
      if (!hooks.isEnabled(call.settings, 'before_user_created')) return
      const { newUserId: id, email, provider, data } = identity
      const isKnown = await database.transaction(
        call.ref,
        async (run) =>
          (await ownerOf(run, identity)) !== undefined ||
          (!isFromCompany && email !== null && (await userByEmail(run, email)) !== undefined),
      )
      if (!isKnown) await askBeforeCreation(hooks, call, { id, email, provider, userMetadata: data })
    },

    /**
     * Finds the user of an identity, or creates one. A confirmed address at the provider leads to the account that has
     * it; one that is not confirmed never does, or anyone could enter by claiming it. Throws AuthError.
     */
    async enter(run: Run, call: AuthCall, identity: ExternalIdentity): Promise<Entered> {
      const owner = await known(run, identity)
      const { email, isEmailVerified } = identity
      if (owner) {
        const { user } = owner
        if (user.email_confirmed_at === null && isEmailVerified && email === user.email)
          await confirmEmail(run, user.id)
        else if (!mayPass(call, owner)) return { kind: 'unverified', record: owner }
        return { kind: 'user', record: (await userById(run, user.id))! }
      }
      if (email === null && !identity.isEmailOptional) throw noEmail(identity)
      const existing = email === null ? undefined : await userByEmail(run, email, { lock: true })
      if (existing && !isEmailVerified) throw needsVerification(identity)
      if (existing) {
        mayEnter(existing.user, now())
        const isTakenOver = existing.user.email_confirmed_at === null
        if (isTakenOver) await takeOver(run, existing)
        await addIdentity(run, existing.user.id, identity)
        const before = isTakenOver
          ? { ...existing, user: { ...existing.user, raw_user_meta_data: {} } }
          : existing
        await updateIdentity(run, before, identity)
        return { kind: 'user', record: (await userById(run, existing.user.id))! }
      }
      const isConfirmed = email !== null && (isEmailVerified || call.settings.mailer_autoconfirm)
      const record = await create(run, call, identity, { isConfirmed, isFromCompany: false })
      return { kind: mayPass(call, record) ? 'user' : 'unverified', record }
    },

    /**
     * Sends a mail by which an unverified user confirms the address, and refuses the sign-in until then. Called outside
     * of the transaction that entered, because the user stays when too much mail has been sent. Throws
     * `provider_email_needs_verification`, `over_email_send_rate_limit`.
     */
    async refuseUntilConfirmed(
      call: AuthCall,
      identity: ExternalIdentity,
      { user }: UserRecord,
    ): Promise<never> {
      await attempts.limitMail(call.ref, call.settings, user.email ?? '')
      const written = await database.transaction(call.ref, (run) => links.write(run, call, 'signup', user))
      await mails.deliver(call.ref, call.settings, [written])
      throw needsVerification(identity, true)
    },

    /**
     * The user of an identity that a company manages: never one who signs in otherwise, whatever address the company
     * tells. Throws AuthError.
     */
    async enterFromCompany(run: Run, call: AuthCall, identity: ExternalIdentity): Promise<UserRecord> {
      const owner = await known(run, identity)
      if (!owner) return create(run, call, identity, { isConfirmed: true, isFromCompany: true })
      const { id } = owner.user
      await run('update auth.users set email = $2 where id = $1 and is_sso_user', [id, identity.email])
      return (await userById(run, id))!
    },
  }
}

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

const needsVerification = ({ provider }: Pick<ExternalIdentity, 'provider'>, isSent = false) =>
  new AuthError(
    'provider_email_needs_verification',
    isSent
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
