import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    table_webhooks: {
      id: string
      ref: string
      name: string
      sealed_url: Buffer
      sealed_headers: Buffer
      sealed_secret: Buffer
      timeout_seconds: Generated<number>
      is_enabled: Generated<boolean>
      events_as: ColumnType<string | null, never, never>
      created_at: Now
    }
    webhook_wakes: {
      ref: string
      wake_at: ColumnType<string, Date, Date>
    }
  }
}
