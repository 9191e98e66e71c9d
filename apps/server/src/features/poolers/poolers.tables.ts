import type { PoolMode } from '@basalt/contract/poolers/poolers.rules.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    pooler_settings: {
      ref: string
      pool_mode: ColumnType<PoolMode, PoolMode | undefined, PoolMode>
      pool_size: number | null
      max_clients: number | null
      dedicated_pool_size: number | null
      dedicated_max_clients: number | null
      query_wait_timeout: number | null
      server_idle_timeout: number | null
      server_lifetime: number | null
    }
    dedicated_poolers: {
      ref: string
      port: number
      created_at: ColumnType<string, never, never>
    }
  }
}
