import type { AccessToken } from '@basalt/contract/access/access.schema.ts'
import { sql } from 'kysely'
import { hashToken, newAccessToken } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

const HINT_LENGTH = 4

export type AccessTokenStore = ReturnType<typeof accessTokenStore>

/** Personal access tokens. Only a hash is kept, so a token can be shown once and never again. */
export function accessTokenStore(metadata: Metadata) {
  const shown = ['id', 'name', 'hint', 'created_at', 'last_used_at'] as const
  return {
    list(userId: string): Promise<AccessToken[]> {
      return metadata
        .selectFrom('access_tokens')
        .select(shown)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
    },

    async create(userId: string, name: string): Promise<AccessToken & { token: string }> {
      const token = newAccessToken()
      const row = await metadata
        .insertInto('access_tokens')
        .values({ user_id: userId, name, token_hash: hashToken(token), hint: token.slice(-HINT_LENGTH) })
        .returning(shown)
        .executeTakeFirstOrThrow()
      return { ...row, token }
    },

    /** False when the user has no such token. */
    async remove(userId: string, id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('access_tokens')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Whose token this is. The time of use is noted once a minute at most: reading must not mean writing. */
    async holder(token: string) {
      const row = await metadata
        .selectFrom('access_tokens')
        .innerJoin('users', 'users.id', 'access_tokens.user_id')
        .leftJoin('mfa_factors', 'mfa_factors.user_id', 'users.id')
        .select([
          'access_tokens.id as tokenId',
          'access_tokens.name as tokenName',
          'users.id as userId',
          'users.email',
          sql<boolean>`mfa_factors.confirmed_at is not null`.as('hasMfa'),
          sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('isUseWorthNoting'),
        ])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      if (!row) return undefined
      if (row.isUseWorthNoting)
        await metadata
          .updateTable('access_tokens')
          .set({ last_used_at: new Date() })
          .where('id', '=', row.tokenId)
          .execute()
      const { userId, email, hasMfa, tokenName } = row
      return { userId, email, hasMfa, tokenName }
    },
  }
}
