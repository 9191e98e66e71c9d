import { CHALLENGE_SECONDS } from '@basalt/contract/auth/auth-limits.rules.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX, relyingPartyOf } from '@basalt/contract/auth/webauthn.rules.ts'
import type { z } from 'zod'
import { audit } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { notingRefusal, type Trial } from './failed-attempts.ts'
import { mayEnter } from './sign-in.ts'
import type { UserRecord } from './user-record.ts'
import { userById } from './users.store.ts'
import {
  type CreatedCredential,
  creationOptions,
  requestOptions,
  type UsedCredential,
  verifyCreation,
  verifyUse,
  WebauthnRefusal,
} from './webauthn.ts'

/** A passkey as clients list it. */
interface ListedPasskey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
}

interface KeyRow {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  /** PostgreSQL's bigint. */
  sign_count: string
  transports: string[]
}

const LISTED = `id, nullif(friendly_name, '') as friendly_name, created_at, last_used_at`

export type Passkeys = ReturnType<typeof passkeys>

/** Keys on a device or in a password manager, with which people sign in without naming themselves (WebAuthn). */
export function passkeys({ database, sessions, attempts, now }: AuthTools) {
  /** Stores a challenge; resolves to its id and when it expires, in seconds since 1970. */
  const begin = async (
    ref: string,
    type: 'registration' | 'authentication',
    userId: string | null,
    challenge: string,
  ) => {
    const [begun] = await database.json<{ challenge_id: string; expires_at: number }>(
      ref,
      `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
       values ($1, $2, $3, now() + $4::float8 * interval '1 second')
       returning jsonb_build_object('challenge_id', id, 'expires_at', extract(epoch from expires_at)::bigint)`,
      [userId, type, JSON.stringify({ challenge }), String(CHALLENGE_SECONDS)],
    )
    return begun!
  }

  /** Ends a ceremony, whatever its outcome. Throws `webauthn_challenge_not_found`, `webauthn_challenge_expired`. */
  const take = async (
    ref: string,
    type: 'registration' | 'authentication',
    userId: string | null,
    id: string,
  ): Promise<string> => {
    const [taken] = await database.json<{ challenge: string; isFresh: boolean }>(
      ref,
      `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
       returning jsonb_build_object('challenge', session_data ->> 'challenge', 'isFresh', expires_at > now())`,
      [id, type, userId],
    )
    if (!taken) throw new AuthError('webauthn_challenge_not_found', 'Challenge not found. Begin again.')
    if (!taken.isFresh)
      throw new AuthError('webauthn_challenge_expired', 'Challenge has expired. Begin again.')
    return taken.challenge
  }

  /** Only the owner of an account may add a way to sign in to it. Throws AuthError. */
  const mayAdd = ({ settings }: AuthCall, { user, factors }: UserRecord, aal: unknown) => {
    mustBeOn(settings)
    if (user.is_anonymous || user.confirmed_at === null)
      throw new AuthError('validation_failed', 'A passkey needs a user with a confirmed address or number')
    if (user.is_sso_user)
      throw new AuthError('user_sso_managed', 'The company of this user manages the account')
    mustHaveLevel(factors, aal)
  }

  return {
    /** What the browser of a signed-in user is asked to create. Throws AuthError. */
    async beginRegistration(call: AuthCall, record: UserRecord, aal: unknown) {
      const { ref, settings } = call
      mayAdd(call, record, aal)
      const { user } = record
      const existing = await database.transaction(ref, (run) => keysOf(run, user.id))
      mustHaveRoom(existing.length)
      const name = user.email || user.phone || user.id
      const options = await creationOptions(
        relyingPartyOf(settings),
        { id: user.id, name, displayName: nameOf(user) ?? name },
        {
          existing: existing.map(({ credential_id: id, transports }) => ({ id, transports })),
          isPasskey: true,
        },
      )
      return { ...(await begin(ref, 'registration', user.id, options.challenge)), options }
    },

    /** Adds the passkey that a browser created. Throws AuthError. */
    async register(
      call: AuthCall,
      record: UserRecord,
      aal: unknown,
      { challengeId, credential }: { challengeId: string; credential: z.infer<typeof CreatedCredential> },
    ): Promise<ListedPasskey> {
      const { ref, settings, client } = call
      mayAdd(call, record, aal)
      const { user } = record
      const challenge = await take(ref, 'registration', user.id, challengeId)
      const key = await refusing(() =>
        verifyCreation(relyingPartyOf(settings), challenge, credential, { isPasskey: true }),
      )
      return database.transaction(ref, async (run) => {
        await userById(run, user.id, { lock: true })
        mustHaveRoom((await keysOf(run, user.id)).length)
        const [added] = await run<ListedPasskey>(
          `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
             transports, backup_eligible, backed_up)
           values ($1, $2, $3, 'none', $4, $5, $6, $7, $8) on conflict do nothing returning ${LISTED}`,
          [
            user.id,
            key.id,
            key.publicKey,
            key.aaguid,
            key.counter,
            JSON.stringify(key.transports),
            key.isBackupEligible,
            key.isBackedUp,
          ],
        )
        if (!added) throw new AuthError('webauthn_credential_exists', 'This passkey has already been added')
        await audit(run, 'passkey_created', user, { client, traits: { passkey_id: added.id } })
        return listed(added)
      })
    },

    /** What a browser is asked to sign; the authenticator knows who its user is. Throws AuthError. */
    async beginSignIn({ ref, settings, client }: AuthCall) {
      mustBeOn(settings)
      await attempts.limit(ref, 'sign_in', settings, client.ip)
      const options = await requestOptions(relyingPartyOf(settings), { keys: [], isPasskey: true })
      return { ...(await begin(ref, 'authentication', null, options.challenge)), options }
    },

    /** A session for a challenge that a passkey signed. Throws AuthError. */
    async signIn(
      call: AuthCall,
      { challengeId, credential }: { challengeId: string; credential: z.infer<typeof UsedCredential> },
    ) {
      const { ref, settings, client } = call
      mustBeOn(settings)
      await attempts.limit(ref, 'verify', settings, client.ip)
      const trial: Trial = { actor: { email: null }, traits: { provider: 'passkey' } }
      const judge = async (run: Run, challenge: string) => {
        const [key] = await run<KeyRow>(
          `select id, user_id, credential_id, public_key, sign_count, transports
           from auth.webauthn_credentials where credential_id = $1 for update`,
          [Buffer.from(credential.id, 'base64url')],
        )
        const record = key && (await userById(run, key.user_id))
        if (!record)
          throw new AuthError(
            'webauthn_credential_not_found',
            'This passkey is not known here, or was removed',
          )
        trial.actor = record.user
        // WebAuthn, 7.2: the handle is the user that the passkey was made for.
        const { userHandle } = credential.response
        if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== key.user_id)
          throw new AuthError('webauthn_verification_failed', 'The passkey is that of another user')
        const { counter, isBackedUp } = await refusing(() =>
          verifyUse(relyingPartyOf(settings), challenge, credential, {
            isPasskey: true,
            key: {
              id: key.credential_id,
              publicKey: key.public_key,
              counter: Number(key.sign_count),
            },
          }),
        )
        mayEnter(record.user, now())
        await run(
          `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
           where id = $1`,
          [key.id, counter, isBackedUp],
        )
        const start = { userId: key.user_id, method: 'passkey', provider: 'passkey' } as const
        return sessions.begin(run, settings, client, start)
      }
      const begun = await notingRefusal(database, call, trial, async () => {
        const challenge = await take(ref, 'authentication', null, challengeId)
        return database.transaction(ref, (run) => judge(run, challenge))
      })
      if (!begun) throw new AuthError('user_not_found', 'User not found')
      return sessions.toWire(ref, client, settings, begun.record, begun.session)
    },

    /** The passkeys of a user, the first first. */
    list: async (ref: string, userId: string): Promise<ListedPasskey[]> =>
      (
        await database.transaction(ref, (run) =>
          run<ListedPasskey>(
            `select ${LISTED} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
            [userId],
          ),
        )
      ).map(listed),

    /** Names a passkey. Throws AuthError. */
    async rename(
      { ref, client }: AuthCall,
      { user }: UserRecord,
      { id, name: text }: { id: string; name: string },
    ): Promise<ListedPasskey> {
      const name = text.trim()
      if (name === '' || name.length > PASSKEY_NAME_MAX)
        throw new AuthError('validation_failed', `friendly_name has 1 to ${PASSKEY_NAME_MAX} characters`)
      return database.transaction(ref, async (run) => {
        const [renamed] = await run<ListedPasskey>(
          `update auth.webauthn_credentials set friendly_name = $3, updated_at = now() where id = $1 and user_id = $2
           returning ${LISTED}`,
          [id, user.id, name],
        )
        if (!renamed) throw passkeyNotFound()
        await audit(run, 'passkey_updated', user, { client, traits: { passkey_id: id } })
        return listed(renamed)
      })
    },

    /** Removes a passkey of a user who has reached the level of their factors. Throws AuthError. */
    async remove(call: AuthCall, record: UserRecord, aal: unknown, id: string) {
      mustHaveLevel(record.factors, aal)
      await removePasskey(database, call, record.user, id)
    },

    /** Removes a passkey of a user by a server. Throws `user_not_found`, `webauthn_credential_not_found`. */
    async removeAsAdmin(call: AuthCall, userId: string, id: string) {
      const record = await database.transaction(call.ref, (run) => userById(run, userId))
      if (!record) throw new AuthError('user_not_found', 'User not found')
      await removePasskey(database, call, record.user, id)
    },
  }
}

const removePasskey = (
  database: AuthTools['database'],
  { ref, client }: AuthCall,
  user: UserRecord['user'],
  id: string,
) =>
  database.transaction(ref, async (run) => {
    const removed = await run(
      'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
      [id, user.id],
    )
    if (removed.length === 0) throw passkeyNotFound()
    await audit(run, 'passkey_deleted', user, { client, traits: { passkey_id: id } })
  })

const keysOf = (run: Run, userId: string) =>
  run<KeyRow>(
    'select id, user_id, credential_id, public_key, sign_count, transports from auth.webauthn_credentials where user_id = $1',
    [userId],
  )

const listed = ({ friendly_name, last_used_at, ...passkey }: ListedPasskey): ListedPasskey => ({
  ...passkey,
  ...(friendly_name && { friendly_name }),
  ...(last_used_at && { last_used_at }),
})

function mustBeOn({ passkey_enabled }: AuthCall['settings']) {
  if (!passkey_enabled) throw new AuthError('passkey_disabled', 'Passkeys are disabled')
}

function mustHaveLevel(factors: UserRecord['factors'], aal: unknown) {
  if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2')
    throw new AuthError(
      'insufficient_aal',
      'AAL2 session is required to change passkeys when MFA is enabled.',
    )
}

function mustHaveRoom(count: number) {
  if (count >= PASSKEYS_MAX)
    throw new AuthError('too_many_passkeys', `A user has at most ${PASSKEYS_MAX} passkeys`)
}

export const passkeyNotFound = () => new AuthError('webauthn_credential_not_found', 'Passkey not found')

function nameOf({ raw_user_meta_data }: UserRecord['user']) {
  const { name, full_name } = raw_user_meta_data ?? {}
  return [full_name, name].find((one): one is string => typeof one === 'string' && one !== '')
}

/** Throws `webauthn_verification_failed` for what an authenticator did not prove. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof WebauthnRefusal)) throw cause
    throw new AuthError('webauthn_verification_failed', `The passkey was not accepted: ${cause.message}`, {
      cause,
    })
  }
}
