import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    mfa_factors: {
      user_id: string
      sealed_secret: Buffer
      confirmed_at: ColumnType<string | null, never, Date | string | null>
      last_step: Generated<number>
      wrong_codes: Generated<number>
      locked_until: ColumnType<string | null, never, Date | string | null>
    }
    recovery_codes: { user_id: string; code_hash: Buffer }
  }
}
