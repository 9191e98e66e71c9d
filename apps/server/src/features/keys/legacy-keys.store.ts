import type { SigningKeyStatus } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { Transaction } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type LegacyKeyStore = ReturnType<typeof legacyKeyStore>

/** What is known of a project's JWT secret, and of the two keys that it signs. The secret itself is sealed elsewhere. */
export function legacyKeyStore(metadata: Metadata | Transaction<MetadataSchema>) {
  const set = async (ref: string, values: Record<string, unknown>) => {
    // The row comes first: PostgreSQL checks what an upsert would insert, before it looks for what is there.
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
      .catch(refusingKeysWithoutSecret)
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

    /** Throws `conflict` when it is to be revoked while the keys that it signs are enabled. */
    setSecretStatus: (ref: string, secret_status: SigningKeyStatus, at: Date) =>
      set(ref, { secret_status, secret_status_changed_at: at }),

    noteSecretChange: (ref: string, at: Date) => set(ref, { secret_changed_at: at }),

    noteUse: (ref: string, at: Date) => set(ref, { last_used_at: at }),
  }
}

const CHECK_VIOLATION = '23514'

function refusingKeysWithoutSecret(error: unknown): never {
  if ((error as { code?: unknown }).code !== CHECK_VIOLATION) throw error
  throw new AppError(
    'conflict',
    'The legacy API keys need the JWT secret that signs them: disable them before it is revoked, and restore it before they are enabled.',
    { cause: error },
  )
}
