import { SESSION_DAYS, SESSION_USE_INTERVAL_MINUTES } from '@basalt/contract/access/access.rules.ts'
import type { Session } from '@basalt/contract/access/access.schema.ts'
import { sql } from 'kysely'
import { hashToken, newSessionToken } from '../../platform/ids.ts'
import { bestEffort } from '../../platform/metadata/best-effort.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type AboutUser, userQueries } from './about-user.ts'

export type SessionStore = ReturnType<typeof sessionStore>

const end = sql<string>`now() + make_interval(days => ${SESSION_DAYS})`
const recordedBefore = sql<string>`now() - make_interval(mins => ${SESSION_USE_INTERVAL_MINUTES})`

/** Browser sessions. Only a hash of the cookie's token is stored. */
export function sessionStore(metadata: Metadata) {
  const byHash = userQueries((hash, about) =>
    metadata
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('mfa_factors', 'mfa_factors.user_id', 'users.id')
      .select([
        'sessions.id as sessionId',
        'users.id as userId',
        'users.email',
        sql<boolean>`mfa_factors.confirmed_at is not null`.as('hasMfa'),
        sql<boolean>`last_used_at < ${recordedBefore}`.as('isUseDue'),
        about(sql.ref('users.id')).as('about'),
      ])
      .where('token_hash', '=', hash)
      .where('expires_at', '>', sql<string>`now()`),
  )
  return {
    /** Returns the token for the cookie. Also deletes the user's expired sessions. */
    async create(userId: string, from: { userAgent: string; address: string }) {
      const token = newSessionToken()
      await metadata
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('expires_at', '<', sql<string>`now()`)
        .execute()
      await metadata
        .insertInto('sessions')
        .values({
          user_id: userId,
          token_hash: hashToken(token),
          user_agent: from.userAgent,
          address: from.address,
          expires_at: end,
        })
        .execute()
      return token
    },

    /**
     * The user of this token, if its session has not ended, and what is asked about them. A use is recorded and extends the
     * session.
     */
    async holder<T>(token: string, { isUse }: { isUse: boolean }, aboutUser: AboutUser<T>, value: string) {
      const [row] = (await metadata.executeQuery(byHash(aboutUser, hashToken(token), value))).rows
      if (!row) return undefined
      const { isUseDue, about, ...caller } = row
      if (isUse && isUseDue)
        await bestEffort(() =>
          metadata
            .updateTable('sessions')
            .set({ last_used_at: sql<string>`now()`, expires_at: end })
            .where('id', '=', row.sessionId)
            .execute(),
        )
      return { caller, about: about as T }
    },

    async end(sessionId: string) {
      await metadata.deleteFrom('sessions').where('id', '=', sessionId).execute()
    },

    list(userId: string, currentId: string | undefined): Promise<Session[]> {
      const isCurrent = sql<boolean>`id is not distinct from ${currentId ?? null}::uuid`
      return metadata
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', isCurrent.as('is_current')])
        .where('user_id', '=', userId)
        .where('expires_at', '>', sql<string>`now()`)
        .orderBy(isCurrent, 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute()
    },

    /** False when the user has no such session. */
    async endOne(userId: string, sessionId: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', sessionId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Ends all sessions when none is current, as for a script. */
    async endOthers(userId: string, currentId: string | undefined) {
      await metadata
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .$if(currentId !== undefined, (query) => query.where('id', '!=', currentId!))
        .execute()
    },
  }
}
