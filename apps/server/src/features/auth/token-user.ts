import type { ApiCaller } from '../../http/api-gates.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { UUID } from './auth-mounting.ts'
import { isForeign } from './foreign-tokens.ts'
import { type UserRecord, userRecordJson } from './user-record.ts'

/** The user of a token whose session has not ended. Throws AuthError with 403, upon which clients sign out. */
export async function userOf(database: AuthDatabase, ref: string, caller: ApiCaller): Promise<UserRecord> {
  const { sub } = caller.claims
  if (isForeign(caller.claims)) throw new AuthError('bad_jwt', 'This token was issued elsewhere')
  if (typeof sub !== 'string') throw new AuthError('bad_jwt', 'invalid claim: missing sub claim')
  if (!UUID.test(sub)) throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID')
  const sessionId = sessionIn(caller)
  const [found] = await database.json<{ record: UserRecord; has_session: boolean; is_banned: boolean }>(
    ref,
    `select json_build_object('record', ${userRecordJson('u')},
       'has_session', $2::uuid is null
         or exists (select from auth.sessions s where s.id = $2 and s.user_id = u.id),
       'is_banned', coalesce(u.banned_until > now(), false))
     from auth.users u where u.id = $1 and u.deleted_at is null`,
    [sub, sessionId ?? null],
    { isShort: true },
  )
  if (!found)
    throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
  if (!found.has_session) throw sessionNotFound()
  if (found.is_banned) throw new AuthError('user_banned', 'User is banned', { status: 403 })
  return found.record
}

export const sessionNotFound = () =>
  new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')

/** The session that a token names. */
export const sessionIn = ({ claims: { session_id } }: ApiCaller) =>
  typeof session_id === 'string' && UUID.test(session_id) ? session_id : undefined
