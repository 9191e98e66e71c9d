import { randomBytes } from 'node:crypto'
import type { StorageCredential } from '@basalt/contract/storage/storage.endpoints.ts'
import type { Metadata } from '../../../platform/metadata/metadata.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

export type CredentialStore = ReturnType<typeof credentialStore>

/** Access keys for the S3 protocol. */
export function credentialStore(metadata: Metadata, secrets: Secrets) {
  const columns = ['id', 'description', 'access_key', 'created_at'] as const
  return {
    list: (ref: string): Promise<StorageCredential[]> =>
      metadata
        .selectFrom('storage_access_keys')
        .select(columns)
        .where('ref', '=', ref)
        .orderBy('created_at', 'desc')
        .execute(),

    async create(ref: string, description: string) {
      const secret = randomBytes(32).toString('hex')
      const created: StorageCredential = await metadata
        .insertInto('storage_access_keys')
        .values({
          ref,
          description,
          access_key: randomBytes(16).toString('hex'),
          sealed_secret: secrets.seal(secret),
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return { ...created, secret_key: secret }
    },

    /** False when it does not exist. */
    async remove(ref: string, id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('storage_access_keys')
        .where('ref', '=', ref)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Undefined when the project has no such access key. */
    async secretOf(ref: string, accessKey: string) {
      const row = await metadata
        .selectFrom('storage_access_keys')
        .select('sealed_secret')
        .where('ref', '=', ref)
        .where('access_key', '=', accessKey)
        .executeTakeFirst()
      return row && secrets.open(row.sealed_secret)
    },
  }
}
