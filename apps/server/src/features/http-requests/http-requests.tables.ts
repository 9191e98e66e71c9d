import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    http_request_wakes: {
      ref: string
      wake_at: ColumnType<string, Date, Date>
    }
  }
}
