import { randomUUID } from 'node:crypto'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { AccessTokens, Amr } from './access-tokens.ts'
import { type Counted, counting, limitOf, tooManyRequests } from './attempts.ts'
import type { AuthDatabase, Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSecrets } from './auth-secrets.ts'
import { noteFailure } from './failed-attempts.ts'
import { toWireUser, type UserRecord, userRecordJson } from './user-record.ts'
import { auditInsert } from './users.store.ts'

/** Where a request comes from, as far as sessions and tokens need it. */
export interface Client {
  /** The address of this API, which issues the tokens. */
  issuer: string
  ip: string
  userAgent: string | undefined
}

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
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'passkey'
  | 'sso/saml'

interface SessionState {
  id: string
  aal: string | null
  counter: number
  amr: Amr[]
}

export type Sessions = ReturnType<typeof sessions>

interface Deps {
  database: AuthDatabase
  secrets: AuthSecrets
  tokens: AccessTokens
}

/** The sessions of users: each has one refresh token, which is renewed with every use. */
export function sessions({ database, secrets, tokens }: Deps) {
  /** The answer that clients store: tokens and the user. */
  const toWire = async (
    ref: string,
    client: Client,
    settings: AuthSettings,
    record: UserRecord,
    session: SessionState,
  ) => {
    const user = toWireUser(record)
    const { aal, amr, id: sessionId } = session
    const claims = await tokens.claims(ref, client.issuer, settings, user, { sessionId, aal, amr })
    return {
      access_token: await tokens.sign(ref, claims),
      token_type: 'bearer',
      expires_in: settings.jwt_exp,
      expires_at: claims.exp,
      refresh_token: await secrets.refreshToken(ref, { sessionId, counter: session.counter }),
      user,
    }
  }

  const endAlone = (ref: string, sessionId: string) =>
    database.json(ref, `with ended as (delete from auth.sessions where id = $1) select 'null'::jsonb`, [
      sessionId,
    ])

  return {
    toWire,

    /** Begins a session within the transaction that signs the user in. Undefined for a user who is gone by now. */
    async begin(run: Run, settings: AuthSettings, client: Client, start: SessionStart) {
      const [row] = await run<{ begun: Begun }>(BEGIN, valuesOf(settings, client, start))
      return row?.begun
    },

    /**
     * Begins a session in one round trip. It does not wait for the disk: after a failure of the machine in the same moment
     * the user signs in again.
     */
    async beginAlone(ref: string, settings: AuthSettings, client: Client, start: SessionStart) {
      const [begun] = await database.json<Begun>(ref, BEGIN, valuesOf(settings, client, start), {
        mayBeLost: true,
      })
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
         select jsonb_build_object('id', r.id, 'aal', r.aal, 'counter', r.counter, 'amr', ${amrOf('r.id')}) as session,
           ${userRecordJson('u')} as record
         from raised r join auth.users u on u.id = r.user_id`,
        [sessionId, factorId],
      )
      return raised
    },

    /**
     * Renews a session by its refresh token, and counts the call. The one before the current is accepted too, because an answer may have been
     * lost, and so is any other within the reuse interval, because tabs renew at the same time: both get the current
     * token. An older one means that a token was stolen: the session ends. Throws AuthError.
     */
    async refresh(ref: string, client: Client, settings: AuthSettings, token: string) {
      const read = await secrets.readRefreshToken(ref, token)
      if (!read) throw tokenNotFound()
      const limit = limitOf('token_refresh', settings, client.ip)
      const values = [
        read.sessionId,
        String(read.counter),
        String(settings.security_refresh_token_reuse_interval),
        String(settings.sessions_timebox * 3600),
        String(settings.sessions_inactivity_timeout * 3600),
        client.userAgent ?? null,
        client.ip,
        limit.key,
        String(limit.seconds),
        String(limit.max),
      ]
      // A counter that is behind after a crash accepts the token that the client has.
      const [answer] = await database.json<Answer>(ref, REFRESH, values, { mayBeLost: true })
      if (answer!.counted.count > limit.max) throw tooManyRequests(answer!.counted.wait)
      const { found } = answer!
      if (!found) throw tokenNotFound()
      switch (found.outcome) {
        case 'banned':
          throw new AuthError('user_banned', 'Invalid Refresh Token: User Banned')
        case 'expired':
          await endAlone(ref, read.sessionId)
          throw new AuthError('session_expired', 'Invalid Refresh Token: Session Expired')
        case 'reused':
          await endAlone(ref, read.sessionId)
          await noteFailure(database, { ref, client }, 'token_reused', found.record.user, {
            session_id: read.sessionId,
          })
          throw new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
      }
      const { id, aal, counter, amr } = found
      return toWire(ref, client, settings, found.record, { id, aal, counter, amr })
    },
  }
}

/** How a session begins. */
export interface SessionStart {
  userId: string
  method: Method
  /** Written to the audit log as a sign-in with this provider; without one, nothing is written. */
  provider?: string
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

interface Answer {
  counted: Counted
  /** Null for a session that has ended, and when the call was one too many. */
  found: Refreshed | null
}

interface Refreshed extends SessionState {
  outcome: 'next' | 'again' | 'banned' | 'expired' | 'reused'
  record: UserRecord
}

/** The claim `amr` of a session, newest first. */
const amrOf = (session: string) => `
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'method', a.authentication_method, 'timestamp', extract(epoch from a.updated_at)::bigint) order by a.updated_at desc)
    from auth.mfa_amr_claims a where a.session_id = ${session}), '[]')`

const valuesOf = (
  { sessions_single_per_user }: AuthSettings,
  { userAgent, ip }: Client,
  { userId, method, provider, rehashed, forgets }: SessionStart,
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
]

/**
 * Begins a session and notes the sign-in. Parameters: session, user, user agent, address, method, whether other sessions
 * end, provider, new hash of the password, key of attempts.
 */
const BEGIN = `
with known as materialized (
  select u.id, coalesce(nullif(u.email, ''), u.phone, '') as name from auth.users u where u.id = $2::uuid and u.deleted_at is null for update
), created as (
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, refresh_token_counter)
  select $1::uuid, k.id, now(), now(), 'aal1', $3::text, $4::inet, 0 from known k
), claim as (
  insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
  select $1::uuid, now(), now(), $5::text from known
), others as (
  delete from auth.sessions where user_id = $2::uuid and $6::boolean
), used as (
  update auth.identities set last_sign_in_at = now(), updated_at = now()
  where user_id = $2::uuid and provider = coalesce($7::text, 'email')
), noted as (
  ${auditInsert(
    `jsonb_build_object('action', 'login', 'actor_id', k.id, 'actor_username', k.name,
    'log_type', 'account', 'traits', jsonb_build_object('provider', $7::text))`,
    'host($4::inet)',
  )}
  from known k where $7::text is not null
), forgotten as (
  delete from basalt.auth_attempts where key = $9::text
)
update auth.users u set last_sign_in_at = now(), updated_at = now(),
  encrypted_password = coalesce($8::text, u.encrypted_password)
from known k where u.id = k.id
returning jsonb_build_object('record', ${userRecordJson('u')}, 'session', jsonb_build_object(
  'id', $1::uuid, 'aal', 'aal1', 'counter', 0,
  'amr', jsonb_build_array(jsonb_build_object('method', $5::text, 'timestamp', extract(epoch from now())::bigint)))) as begun`

const tokenNotFound = () =>
  new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

/**
 * One statement, so that a renewal costs one round trip; only a refused one costs another, which ends the session. The lock makes renewals of one session wait for each other.
 * Parameters: session, counter, reuse interval, time-box and inactivity in seconds, user agent, address,
 * key, seconds and maximum of the limit.
 */
const REFRESH = `
with counted as (${counting('$8', '$9')}
), held as materialized (
  select s.id, s.user_id, s.aal, s.created_at, s.not_after, coalesce(s.refresh_token_counter, 0) as counter,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last, u.banned_until
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = $1 and u.deleted_at is null and (select count from counted) <= $10::bigint
  for update of s
), judged as (
  select *, case
    when banned_until > now() then 'banned'
    when not_after <= now() or $4::float8 > 0 and created_at + $4::float8 * interval '1 second' <= now()
      or $5::float8 > 0 and last + $5::float8 * interval '1 second' <= now() then 'expired'
    when $2::bigint >= counter then 'next'
    when $2::bigint = counter - 1 or last > now() - $3::float8 * interval '1 second' then 'again'
    else 'reused' end as outcome
  from held
), moved as (
  update auth.sessions s
    set refresh_token_counter = $2::bigint + 1, refreshed_at = now() at time zone 'utc', updated_at = now(),
      user_agent = $6, ip = $7::inet
    from judged j where s.id = j.id and j.outcome = 'next'
    returning s.refresh_token_counter as counter
)
select jsonb_build_object('counted', to_jsonb(c), 'found', (
  select jsonb_build_object(
    'outcome', j.outcome, 'id', j.id, 'aal', j.aal,
    'counter', coalesce((select counter from moved), j.counter),
    'amr', ${amrOf('j.id')},
    'record', ${userRecordJson('u')})
  from judged j join auth.users u on u.id = j.user_id))
from counted c`

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
