import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    portable_imports: {
      ref: string
      file: string
      owner_id: string
      has_data: ColumnType<boolean, boolean | undefined, boolean>
    }
  }
}
