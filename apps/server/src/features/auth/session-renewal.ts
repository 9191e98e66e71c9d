import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { type Counted, countBefore, countedBefore, counting, limitOf, tooManyRequests } from './attempts.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSecrets } from './auth-secrets.ts'
import { noteFailure } from './failed-attempts.ts'
import { amrOf, type Client, type SessionState } from './session-state.ts'
import { type UserRecord, userRecordJson } from './user-record.ts'

/**
 * Renews a session by its refresh token, and counts the call. The one before the current is accepted too, because an
 * answer may have been lost, and so is any other within the reuse interval, because tabs renew at the same time: both get
 * the current token. An older one means that a token was stolen: the session ends. Throws AuthError.
 */
export const sessionRenewal =
  (database: AuthDatabase, secrets: AuthSecrets) =>
  async (ref: string, client: Client, settings: AuthSettings, token: string): Promise<Renewed> => {
    const read = await secrets.readRefreshToken(ref, token)
    if (!read) throw tokenNotFound()
    const { sessionId } = read
    const limit = limitOf('token_refresh', settings, client.ip)
    const values = [
      sessionId,
      String(read.counter),
      String(settings.sessions_timebox * 3600),
      String(settings.sessions_inactivity_timeout * 3600),
      client.userAgent ?? null,
      client.ip,
    ]
    // A counter that is behind after a crash accepts the token that the client has.
    const mayBeLost = { mayBeLost: true }
    const limited = [...values, limit.key, String(limit.seconds), String(limit.max)]
    const [renewed] = await database.json<Renewed>(ref, RENEW, limited, { ...mayBeLost, isShort: true })
    if (renewed) return renewed

    const reuse = String(settings.security_refresh_token_reuse_interval)
    const [answer] = await database.json<Answer>(ref, JUDGE, [...limited, reuse], mayBeLost)
    const { counted, judged } = answer!
    if (counted.count > limit.max) throw tooManyRequests(counted.wait)
    const end = () =>
      database.json(ref, `with ended as (delete from auth.sessions where id = $1) select 'null'::jsonb`, [
        sessionId,
      ])
    if (!judged) throw tokenNotFound()
    switch (judged.outcome) {
      case 'banned':
        throw new AuthError('user_banned', 'Invalid Refresh Token: User Banned')
      case 'expired':
        await end()
        throw new AuthError('session_expired', 'Invalid Refresh Token: Session Expired')
      case 'reused':
        await end()
        await noteFailure(database, { ref, client }, 'token_reused', judged.record.user, {
          session_id: sessionId,
        })
        throw new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    }
    return judged
  }

interface Renewed {
  record: UserRecord
  session: SessionState
}

interface Answer {
  /** Calls from the same network, this one included. */
  counted: Counted
  /** Null for a session that has ended, and when the call was one too many. */
  judged: Judged | null
}

interface Judged extends Renewed {
  outcome: 'next' | 'again' | 'banned' | 'expired' | 'reused'
}

const tokenNotFound = () =>
  new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

/**
 * Parameters 1 to 9 of both statements: session, counter, time-box and inactivity in seconds, user agent, address, and key,
 * seconds and maximum of the limit.
 */
const MOVE = `
  update auth.sessions s
  set refresh_token_counter = $2::bigint + 1, refreshed_at = now() at time zone 'utc', updated_at = now(),
    user_agent = $5, ip = $6::inet`

/**
 * Counts the call and renews the session in one round trip, unless anything speaks against it: then nothing else changes,
 * there is no row, and JUDGE finds out why. Each part that such a statement has beside the usual case is set up for every
 * renewal. Renewals of one session wait for each other.
 */
const RENEW = `
with counted as (${counting('$7', '$8')}
)
${MOVE}
from auth.users u
where s.id = $1 and u.id = s.user_id and u.deleted_at is null
    and ${countBefore('$7', '$8')} < $9::bigint
    and $2::bigint >= coalesce(s.refresh_token_counter, 0)
    and (u.banned_until is null or u.banned_until <= now())
    and (s.not_after is null or s.not_after > now())
    and ($3::float8 = 0 or s.created_at + $3::float8 * interval '1 second' > now())
    and ($4::float8 = 0
      or coalesce(s.refreshed_at at time zone 'utc', s.created_at) + $4::float8 * interval '1 second' > now())
returning json_build_object('record', ${userRecordJson('u')}, 'session', json_build_object(
  'id', s.id, 'aal', s.aal, 'counter', s.refresh_token_counter, 'amr', ${amrOf('s.id')}))`

/** What becomes of a session that RENEW left. The lock makes renewals wait for each other. Parameter 10: the reuse interval in seconds. */
const JUDGE = `
with counted as materialized (${countedBefore('$7', '$8')}
), held as materialized (
  select s.id, s.user_id, s.aal, s.created_at, s.not_after, coalesce(s.refresh_token_counter, 0) as counter,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last, u.banned_until
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = $1 and u.deleted_at is null and (select count from counted) <= $9::bigint
  for update of s
), judged as (
  select *, case
    when banned_until > now() then 'banned'
    when not_after <= now() or $3::float8 > 0 and created_at + $3::float8 * interval '1 second' <= now()
      or $4::float8 > 0 and last + $4::float8 * interval '1 second' <= now() then 'expired'
    when $2::bigint >= counter then 'next'
    when $2::bigint = counter - 1 or last > now() - $10::float8 * interval '1 second' then 'again'
    else 'reused' end as outcome
  from held
), moved as (
  ${MOVE}
  from judged j where s.id = j.id and j.outcome = 'next'
  returning s.refresh_token_counter as counter
)
select json_build_object('counted', row_to_json(c), 'judged', (
  select json_build_object('outcome', j.outcome, 'record', ${userRecordJson('u')}, 'session', json_build_object(
    'id', j.id, 'aal', j.aal, 'counter', coalesce((select counter from moved), j.counter), 'amr', ${amrOf('j.id')}))
  from judged j join auth.users u on u.id = j.user_id))
from counted c`
