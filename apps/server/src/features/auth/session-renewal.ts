import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { type Counted, limitOf, tooManyRequests } from './attempts.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSecrets } from './auth-secrets.ts'
import { noteFailure } from './failed-attempts.ts'
import { JUDGE, RENEW, TOGETHER } from './renewal-statements.ts'
import type { Client, SessionState } from './session-state.ts'
import type { UserRecord } from './user-record.ts'

/**
 * Renews a session by its refresh token, and counts the call. The one before the current is accepted too, because an
 * answer may have been lost, and so is any other within the reuse interval, because tabs renew at the same time: both get
 * the current token. An older one means that a token was stolen: the session ends. Throws AuthError.
 */
export const sessionRenewal =
  (database: AuthDatabase, secrets: AuthSecrets) =>
  async (ref: string, client: Client, settings: AuthSettings, token: string): Promise<Renewed> => {
    const reading = secrets.readRefreshToken(ref, token)
    const read = reading instanceof Promise ? await reading : reading
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
      limit.key,
      String(limit.max),
    ]
    // A counter that is behind after a crash accepts the token that the client has.
    const mayBeLost = { mayBeLost: true }
    const together = { isShort: true, joint: TOGETHER }
    const [renewed] = await database.json<Renewed>(ref, RENEW, values, { ...mayBeLost, ...together })
    if (renewed) return renewed

    const reuse = String(settings.security_refresh_token_reuse_interval)
    const [answer] = await database.json<Answer>(ref, JUDGE, [...values, reuse], mayBeLost)
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
