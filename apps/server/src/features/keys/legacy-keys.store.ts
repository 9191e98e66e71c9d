import type { SigningKeyStatus } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { Transaction } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type LegacyKeyStore = ReturnType<typeof legacyKeyStore>

/** The state of a project's JWT secret and of the two legacy keys. The secret itself is in the project's secrets. */
export function legacyKeyStore(metadata: Metadata | Transaction<MetadataSchema>) {
  const set = async (ref: string, values: Record<string, unknown>) => {
    // The row is inserted first, because an upsert checks constraints of the inserted row even when it then updates.
    await metadata
      .insertInto('legacy_keys')
      .values({ ref })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await metadata
      .updateTable('legacy_keys')
      .set(values)
      .where('ref', '=', ref)
      .execute()
      .catch(rejectKeysWithoutSecret)
  }
  return {
    async of(ref: string) {
      const row = await metadata
        .selectFrom('projects')
        .leftJoin('legacy_keys', 'legacy_keys.ref', 'projects.ref')
        .select([
          'projects.created_at',
          'are_enabled',
          'last_used_at',
          'secret_status',
          'secret_status_changed_at',
          'secret_changed_at',
        ])
        .where('projects.ref', '=', ref)
        .executeTakeFirstOrThrow()
      return {
        are_enabled: row.are_enabled ?? true,
        last_used_at: row.last_used_at,
        secret_status: row.secret_status ?? ('in_use' as const),
        secret_status_changed_at: row.secret_status_changed_at ?? row.created_at,
        secret_changed_at: row.secret_changed_at ?? row.created_at,
        project_created_at: row.created_at,
      }
    },

    /** Throws `conflict` when the secret that signs them is revoked. */
    setEnabled: (ref: string, are_enabled: boolean) => set(ref, { are_enabled }),

    /** Throws `conflict` when the secret would be revoked while the keys that it signs are enabled. */
    setSecretStatus: (ref: string, secret_status: SigningKeyStatus, at: Date) =>
      set(ref, { secret_status, secret_status_changed_at: at }),

    recordSecretChange: (ref: string, at: Date) => set(ref, { secret_changed_at: at }),

    recordUse: (ref: string, at: Date) => set(ref, { last_used_at: at }),
  }
}

const CHECK_VIOLATION = '23514'

function rejectKeysWithoutSecret(error: unknown): never {
  if ((error as { code?: unknown }).code !== CHECK_VIOLATION) throw error
  throw new AppError(
    'conflict',
    'The legacy API keys need the JWT secret that signs them. Disable the keys before you revoke the secret, and restore the secret before you enable the keys.',
    { cause: error },
  )
}
