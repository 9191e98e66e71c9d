import { randomBytes } from 'node:crypto'
import {
  API_KEYS_MAX,
  type ApiKeyType,
  apiKeyPrefixes,
  apiKeyTypes,
  DEFAULT_KEY_NAME,
} from '@basalt/contract/keys/keys.rules.ts'
import type { ApiKey, ApiKeyChange, CreatedApiKey, NewApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { sql, type Transaction } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

const HINT_LENGTH = 4

export type ApiKeyStore = ReturnType<typeof apiKeyStore>

/**
 * Publishable and secret keys. Only the hash of a secret key is stored, so it can be shown only once. The secret key
 * that is created with a project is stored encrypted until it is revealed.
 */
export function apiKeyStore(metadata: Metadata, secrets: Secrets) {
  const columns = [
    ...(['id', 'type', 'name', 'description', 'hint', 'created_at', 'last_used_at'] as const),
    'publishable_key as api_key',
    sql<boolean>`sealed_key is not null`.as('can_reveal'),
  ] as const
  return {
    /** Oldest first, so that lists do not move when a key is added. */
    list: (ref: string): Promise<ApiKey[]> =>
      metadata
        .selectFrom('api_keys')
        .select(columns)
        .where('ref', '=', ref)
        .orderBy('created_at')
        .orderBy('type')
        .orderBy('id')
        .execute(),

    /** Throws `conflict` when the name is taken or the project has the maximum number of keys. */
    async create(ref: string, { type, name, description }: NewApiKey): Promise<CreatedApiKey> {
      const { count } = await metadata
        .selectFrom('api_keys')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('ref', '=', ref)
        .executeTakeFirstOrThrow()
      if (count >= API_KEYS_MAX)
        throw new AppError('conflict', `A project has at most ${API_KEYS_MAX} keys. Revoke an unused one.`)
      const key = newKey(type)
      const row = await metadata
        .insertInto('api_keys')
        .values(rowOf(ref, key, { type, name, description }))
        .returning(columns)
        .executeTakeFirstOrThrow()
        .catch(rejectTakenName)
      return { ...row, api_key: key }
    },

    /** Creates the first key of each type, in the transaction that creates the project. */
    async createDefaults(transaction: Transaction<MetadataSchema>, ref: string) {
      const rows = apiKeyTypes.map((type) => {
        const key = newKey(type)
        return {
          ...rowOf(ref, key, { type, name: DEFAULT_KEY_NAME, description: '' }),
          sealed_key: type === 'secret' ? secrets.seal(key) : null,
        }
      })
      await transaction.insertInto('api_keys').values(rows).execute()
    },

    /**
     * Returns a secret key that was not revealed yet, and deletes the stored text. Undefined when the project has no such
     * key. Throws `gone` when it was revealed before, also for one of two simultaneous callers.
     */
    async reveal(ref: string, id: string): Promise<CreatedApiKey | undefined> {
      const row = await metadata
        .with('unread', (query) =>
          query
            .selectFrom('api_keys')
            .select(['id', 'sealed_key'])
            .where('ref', '=', ref)
            .where('id', '=', id)
            .forUpdate(),
        )
        .updateTable('api_keys')
        .from('unread')
        .set({ sealed_key: null })
        .whereRef('api_keys.id', '=', 'unread.id')
        .returning([
          ...(['api_keys.id', 'type', 'name', 'description', 'hint', 'created_at', 'last_used_at'] as const),
          'unread.sealed_key',
        ])
        .executeTakeFirst()
      if (!row) return undefined
      const { sealed_key, ...key } = row
      if (!sealed_key)
        throw new AppError('gone', 'This key has already been shown. If it is lost, create another one.')
      return { ...key, api_key: secrets.open(sealed_key), can_reveal: false }
    },

    /** Undefined when the project has no such key. Throws `conflict` when the name is taken. */
    change: (ref: string, id: string, change: ApiKeyChange): Promise<ApiKey | undefined> =>
      metadata
        .updateTable('api_keys')
        .set(change)
        .where('ref', '=', ref)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
        .catch(rejectTakenName),

    /** False when the project has no such key. */
    async remove(ref: string, id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('api_keys')
        .where('ref', '=', ref)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The hashes that keys are verified with. */
    hashes: (ref: string) =>
      metadata
        .selectFrom('api_keys')
        .select(['id', 'type', 'key_hash', 'last_used_at'])
        .where('ref', '=', ref)
        .execute(),

    async recordUse(id: string, at: Date) {
      await metadata.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

const newKey = (type: ApiKeyType) => `${apiKeyPrefixes[type]}${randomBytes(32).toString('hex')}`

const rowOf = (ref: string, key: string, { type, name, description }: NewApiKey) => ({
  ref,
  type,
  name,
  description,
  key_hash: hashToken(key),
  hint: `${apiKeyPrefixes[type]}…${key.slice(-HINT_LENGTH)}`,
  publishable_key: type === 'publishable' ? key : null,
})

function rejectTakenName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  const message = 'A key of this type already has that name'
  throw new AppError('conflict', message, { cause: error, details: { issues: [{ path: 'name', message }] } })
}
