import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import {
  addIdentity,
  lockIdentity,
  ownerOf,
  setProviders,
  updateIdentity,
} from './external-identities.store.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { mayEnter } from './sign-in.ts'
import { userByEmail, userById } from './users.store.ts'

/** Ways to sign in that users add to their accounts, and remove. */
export function linkedAccounts({ database, mails, notices, now }: AuthTools) {
  return {
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
      await updateIdentity(run, record, identity)
      const { email, isEmailVerified } = identity
      if (!record.user.email && email !== null && isEmailVerified && !(await userByEmail(run, email)))
        await run('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [
          userId,
          email,
        ])
      await run('update auth.users set is_anonymous = false where id = $1 and is_anonymous', [userId])
      await audit(run, 'identity_linked', record.user, {
        client: call.client,
        traits: { provider: identity.provider },
      })
      const linked = (await userById(run, userId))!
      const details = { provider: identity.provider }
      const told = await notices.write(run, call, 'identity_linked_notification', linked.user, details)
      return { record: linked, told }
    },

    /** Removes one of several identities of a user; resolves to the ids of mails that tell of it. Throws AuthError. */
    async unlink(
      run: Run,
      call: AuthCall,
      userId: string,
      identityId: string,
      traits: { by?: 'admin' } = {},
    ) {
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
        client: call.client,
        traits: { provider: removed.provider, identity_id: identityId, ...traits },
      })
      return notices.write(run, call, 'identity_unlinked_notification', record.user, {
        provider: removed.provider,
      })
    },

    /** The same by a member. Throws AuthError. */
    async unlinkAsAdmin(call: AuthCall, userId: string, identityId: string) {
      const told = await database.transaction(call.ref, (run) =>
        this.unlink(run, call, userId, identityId, { by: 'admin' }),
      )
      await mails.deliver(call.ref, call.settings, told)
    },
  }
}
