import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    outside_changes: {
      id: string
      ref: string
      made_by: string
      role: string | null
      statements: ColumnType<string[], string>
      /** ISO 8601. */
      started_at: string
    }
  }
}
