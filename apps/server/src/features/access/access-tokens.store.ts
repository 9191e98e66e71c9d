import type { AccessToken } from '@basalt/contract/access/access.schema.ts'
import type { TokenAccess } from '@basalt/contract/access/token-scope.rules.ts'
import { sql } from 'kysely'
import { hashToken, newAccessToken } from '../../platform/ids.ts'
import { bestEffort } from '../../platform/metadata/best-effort.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type AboutUser, userQueries } from './about-user.ts'

const HINT_LENGTH = 4

export type AccessTokenStore = ReturnType<typeof accessTokenStore>

/** Personal access tokens. Only a hash is stored, so a token is shown once. */
export function accessTokenStore(metadata: Metadata) {
  const columns = [
    ...(['access_tokens.id', 'access_tokens.name', 'hint', 'access', 'project_ref', 'expires_at'] as const),
    ...(['access_tokens.created_at', 'last_used_at', 'organizations.slug as organization_slug'] as const),
  ] as const
  const withOrganization = () =>
    metadata
      .selectFrom('access_tokens')
      .leftJoin('organizations', 'organizations.id', 'access_tokens.organization_id')
  const byHash = userQueries((hash, about) =>
    withOrganization()
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .leftJoin('mfa_factors', 'mfa_factors.user_id', 'users.id')
      .select([
        'access_tokens.id as tokenId',
        'access_tokens.name as tokenName',
        'users.id as userId',
        'users.email',
        'access',
        'project_ref',
        'organizations.slug as organization_slug',
        sql<boolean>`mfa_factors.confirmed_at is not null`.as('hasMfa'),
        sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('isUseDue'),
        about(sql.ref('users.id')).as('about'),
      ])
      .where('token_hash', '=', hash)
      .where(sql<boolean>`coalesce(access_tokens.expires_at > now(), true)`),
  )
  return {
    list(userId: string): Promise<AccessToken[]> {
      return withOrganization()
        .select(columns)
        .where('user_id', '=', userId)
        .orderBy('access_tokens.created_at', 'desc')
        .orderBy('access_tokens.id')
        .execute()
    },

    /** `limit` restricts the token to one organization or project. */
    async create(
      userId: string,
      options: { name: string; access: TokenAccess; expiresInDays: number | null },
      limit: { organizationId?: string; projectRef?: string },
    ): Promise<AccessToken & { token: string }> {
      const token = newAccessToken()
      const { id } = await metadata
        .insertInto('access_tokens')
        .values({
          user_id: userId,
          name: options.name,
          access: options.access,
          organization_id: limit.organizationId ?? null,
          project_ref: limit.projectRef ?? null,
          token_hash: hashToken(token),
          hint: token.slice(-HINT_LENGTH),
          expires_at:
            options.expiresInDays === null
              ? null
              : sql<string>`now() + make_interval(days => ${options.expiresInDays})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = await withOrganization()
        .select(columns)
        .where('access_tokens.id', '=', id)
        .executeTakeFirstOrThrow()
      return { ...row, token }
    },

    async removeAll(userId: string) {
      await metadata.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
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

    /**
     * The owner and the scope of a token that has not expired, and what is asked about the owner. Its last use is written
     * at most once a minute, so that most calls need no write.
     */
    async holder<T>(token: string, { isUse }: { isUse: boolean }, aboutUser: AboutUser<T>, value: string) {
      const [row] = (await metadata.executeQuery(byHash(aboutUser, hashToken(token), value))).rows
      if (!row) return undefined
      if (isUse && row.isUseDue)
        await bestEffort(() =>
          metadata
            .updateTable('access_tokens')
            .set({ last_used_at: new Date() })
            .where('id', '=', row.tokenId)
            .execute(),
        )
      const { userId, email, hasMfa, tokenName, access, organization_slug, project_ref } = row
      const scope = { access, organization_slug, project_ref }
      return { caller: { userId, email, hasMfa, tokenName, scope }, about: row.about as T }
    },
  }
}
