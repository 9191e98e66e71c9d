import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    storage_settings: {
      ref: string
      /** In bytes; null for what the plan gives. A bigint arrives as text. */
      file_size_limit: ColumnType<string | null, number | null, number | null>
      image_transformation: boolean
      s3_protocol: boolean
    }
    storage_unused: { ref: string; version: string; since: Now }
    storage_access_keys: {
      id: Generated<string>
      ref: string
      description: string
      access_key: string
      sealed_secret: Buffer
      created_at: Now
    }
  }
}
