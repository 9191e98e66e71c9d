import { randomBytes } from 'node:crypto'
import { API_KEYS_MAX, apiKeyPrefixes } from '@basalt/contract/keys/keys.rules.ts'
import type { ApiKey, ApiKeyChange, CreatedApiKey, NewApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'

const HINT_LENGTH = 4

export type ApiKeyStore = ReturnType<typeof apiKeyStore>

/** Publishable and secret keys. Of a secret one only a hash is kept, so that it can be shown once and never again. */
export function apiKeyStore(metadata: Metadata) {
  const shown = [
    ...(['id', 'type', 'name', 'description', 'hint', 'created_at', 'last_used_at'] as const),
    'publishable_key as api_key',
  ] as const
  return {
    /** By age, the oldest first, so that lists do not move when a key is added. */
    list: (ref: string): Promise<ApiKey[]> =>
      metadata
        .selectFrom('api_keys')
        .select(shown)
        .where('ref', '=', ref)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** Throws `conflict` when the name is taken or the project has as many keys as it may. */
    async create(ref: string, { type, name, description }: NewApiKey): Promise<CreatedApiKey> {
      const { count } = await metadata
        .selectFrom('api_keys')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('ref', '=', ref)
        .executeTakeFirstOrThrow()
      if (count >= API_KEYS_MAX)
        throw new AppError(
          'conflict',
          `A project has at most ${API_KEYS_MAX} keys. Revoke one that is not used.`,
        )
      const key = `${apiKeyPrefixes[type]}${randomBytes(32).toString('hex')}`
      const row = await metadata
        .insertInto('api_keys')
        .values({
          ...{ ref, type, name, description, key_hash: hashToken(key) },
          hint: `${apiKeyPrefixes[type]}…${key.slice(-HINT_LENGTH)}`,
          publishable_key: type === 'publishable' ? key : null,
        })
        .returning(shown)
        .executeTakeFirstOrThrow()
        .catch(refusingTakenName)
      return { ...row, api_key: key }
    },

    /** Undefined when the project has no such key. Throws `conflict` when the name is taken. */
    change: (ref: string, id: string, change: ApiKeyChange): Promise<ApiKey | undefined> =>
      metadata
        .updateTable('api_keys')
        .set(change)
        .where('ref', '=', ref)
        .where('id', '=', id)
        .returning(shown)
        .executeTakeFirst()
        .catch(refusingTakenName),

    /** False when the project has no such key. */
    async remove(ref: string, id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('api_keys')
        .where('ref', '=', ref)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** What keys are recognised by. */
    hashes: (ref: string) =>
      metadata
        .selectFrom('api_keys')
        .select(['id', 'type', 'key_hash', 'last_used_at'])
        .where('ref', '=', ref)
        .execute(),

    async noteUse(id: string, at: Date) {
      await metadata.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

function refusingTakenName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  const message = 'A key of this type has that name already'
  throw new AppError('conflict', message, { cause: error, details: { issues: [{ path: 'name', message }] } })
}
