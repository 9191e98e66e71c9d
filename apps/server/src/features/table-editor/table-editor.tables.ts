import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    row_saves: {
      ref: string
      id: string
      fingerprint: Buffer
      transaction: string
      rows: ColumnType<readonly (readonly string[] | null)[], string, string>
      saved_at: Now
    }
  }
}
