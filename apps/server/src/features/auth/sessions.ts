import { randomUUID } from 'node:crypto'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import type { AccessTokens } from './access-tokens.ts'
import { auditInsert } from './audit-entries.ts'
import type { AuthDatabase, Run } from './auth-database.ts'
import type { AuthSecrets } from './auth-secrets.ts'
import { sessionRenewal } from './session-renewal.ts'
import { amrOf, type Client, type SessionState } from './session-state.ts'
import { toWireUser, type UserRecord, userRecordJson, type WireUser } from './user-record.ts'

/** How a user proved who they are; an entry of the claim `amr`. */
export type Method =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'invite'
  | 'anonymous'
  | 'email_change'
  | 'totp'
  | 'oauth'
  | 'web3'
  | 'mfa/recovery_code'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'passkey'
  | 'sso/saml'

export type Sessions = ReturnType<typeof sessions>

interface Deps {
  database: AuthDatabase
  secrets: AuthSecrets
  tokens: AccessTokens
}

/** A session as its client stores it. Times are in seconds, `expires_at` since 1970. */
export interface WireSession {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: WireUser
}

/** The sessions of users: each has one refresh token, which is renewed with every use. */
export function sessions({ database, secrets, tokens }: Deps) {
  /** The answer that clients store: tokens and the user. Rejects with AuthError when a hook fails. */
  const toWire = (
    ref: string,
    client: Client,
    settings: AuthSettings,
    record: UserRecord,
    session: SessionState,
  ): MaybePromise<WireSession> => {
    const user = toWireUser(record)
    const { aal, amr, counter, id: sessionId } = session
    return andThen(tokens.claims(ref, client.issuer, settings, user, { sessionId, aal, amr }), (claims) =>
      andThen(tokens.sign(ref, claims), (access_token) =>
        andThen(secrets.refreshToken(ref, { sessionId, counter }), (refresh_token) => ({
          access_token,
          token_type: 'bearer' as const,
          expires_in: settings.jwt_exp,
          expires_at: claims.exp,
          refresh_token,
          user,
        })),
      ),
    )
  }

  const renew = sessionRenewal(database, secrets)

  return {
    toWire,

    /** Begins a session within the transaction that signs the user in. Undefined for a user who is gone by now. */
    async begin(run: Run, settings: AuthSettings, client: Client, start: SessionStart) {
      const [row] = await run<{ begun: Begun }>(BEGIN, valuesOf(settings, client, start))
      if (row) run.whenCommitted(() => noteSignIn(client, start))
      return row?.begun
    },

    /**
     * Begins a session in one round trip. It does not wait for the disk: after a failure of the machine in the same moment
     * the user signs in again. Undefined for a user who is gone by now, or whose password has changed.
     */
    async beginAlone(ref: string, settings: AuthSettings, client: Client, start: SessionStart) {
      const [begun] = await database.json<Begun>(ref, BEGIN, valuesOf(settings, client, start), {
        mayBeLost: true,
      })
      if (begun) noteSignIn(client, start)
      return begun
    },

    /** Raises a session to the second level by a verified factor, with a new refresh token. Undefined when it has ended. */
    async raise(run: Run, sessionId: string, factorId: string, method: Method) {
      await run(
        `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
         select id, now(), now(), $2 from auth.sessions where id = $1
         on conflict (session_id, authentication_method) do update set updated_at = now()`,
        [sessionId, method],
      )
      const [raised] = await run<{ session: SessionState; record: UserRecord }>(
        `with raised as (
           update auth.sessions s set aal = 'aal2', factor_id = $2, updated_at = now(),
             refreshed_at = now() at time zone 'utc', refresh_token_counter = coalesce(s.refresh_token_counter, 0) + 1
           where s.id = $1 returning s.id, s.user_id, s.aal, s.refresh_token_counter as counter
         )
         select json_build_object('id', r.id, 'aal', r.aal, 'counter', r.counter, 'amr', ${amrOf('r.id')}) as session,
           ${userRecordJson('u')} as record
         from raised r join auth.users u on u.id = r.user_id`,
        [sessionId, factorId],
      )
      return raised
    },

    /** Renews a session by its refresh token. Throws AuthError. */
    async refresh(ref: string, client: Client, settings: AuthSettings, token: string) {
      const { record, session } = await renew(ref, client, settings, token)
      return toWire(ref, client, settings, record, session)
    },
  }
}

/** How a session begins. */
export interface SessionStart {
  userId: string
  method: Method
  /** Written to the audit log as a sign-in with this provider; without one, nothing is written. */
  provider?: string
  /** The stored hash of the password that was proven. No session begins if it has changed since. */
  proven?: string
  /** Replaces the stored hash of the password. */
  rehashed?: string | undefined
  /** The key of attempts that are forgotten. */
  forgets?: string
}

/** A session that has begun, with its user. */
export interface Begun {
  record: UserRecord
  session: SessionState
}

const valuesOf = (
  { sessions_single_per_user }: AuthSettings,
  { userAgent, ip, audit }: Client,
  { userId, method, provider, proven, rehashed, forgets }: SessionStart,
) => [
  randomUUID(),
  userId,
  userAgent ?? null,
  ip,
  method,
  String(sessions_single_per_user),
  provider ?? null,
  rehashed ?? null,
  forgets ?? null,
  proven ?? null,
  String(audit.isStored),
]

const noteSignIn = ({ audit }: Client, { userId, provider }: SessionStart) => {
  if (provider !== undefined) audit.note('login', userId)
}

/**
 * Begins a session and notes the sign-in. Changing the user comes first, because it locks the row: only if its password
 * is still the proven one does anything else happen. Parameters: session, user, user agent, address, method, whether other
 * sessions end, provider, new hash of the password, key of attempts, proven hash of the password, whether the sign-in is
 * noted in the database.
 */
const BEGIN = `
with known as materialized (
  update auth.users u set last_sign_in_at = now(), updated_at = now(),
    encrypted_password = coalesce($8::text, u.encrypted_password)
  where u.id = $2::uuid and u.deleted_at is null and ($10::text is null or u.encrypted_password = $10::text)
  returning u.id, coalesce(nullif(u.email, ''), u.phone, '') as name, ${userRecordJson('u')} as record
), created as (
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, refresh_token_counter)
  select $1::uuid, k.id, now(), now(), 'aal1', $3::text, $4::inet, 0 from known k
), claim as (
  insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
  select $1::uuid, now(), now(), $5::text from known
), others as (
  delete from auth.sessions s using known k where s.user_id = k.id and $6::boolean
), used as (
  update auth.identities i set last_sign_in_at = now(), updated_at = now()
  from known k where i.user_id = k.id and i.provider = coalesce($7::text, 'email')
), noted as (
  ${auditInsert(
    `json_build_object('action', 'login', 'actor_id', k.id, 'actor_username', k.name,
    'log_type', 'account', 'traits', json_build_object('provider', $7::text))`,
    'host($4::inet)',
  )}
  from known k where $7::text is not null and $11::boolean
), forgotten as (
  delete from basalt.auth_attempts a using known where a.key = $9::text
)
select json_build_object('record', k.record, 'session', json_build_object(
  'id', $1::uuid, 'aal', 'aal1', 'counter', 0,
  'amr', json_build_array(json_build_object('method', $5::text, 'timestamp', extract(epoch from now())::bigint)))) as begun
from known k`

/** Which sessions of a user end. */
export type EndScope = 'global' | 'local' | 'others'

/** Ends sessions; resolves to how many. */
export async function endSessions(run: Run, userId: string, scope: EndScope, sessionId: string | undefined) {
  const condition = {
    global: 'true',
    local: 'id = $2::uuid',
    others: 'id is distinct from $2::uuid',
  }[scope]
  const ended = await run(
    `delete from auth.sessions where user_id = $1 and ($2::uuid is not null or $3) and ${condition} returning id`,
    [userId, sessionId ?? null, scope !== 'local'],
  )
  return ended.length
}
