import type { PoolMode } from '@basalt/contract/poolers/poolers.rules.ts'
import type { ColumnType } from 'kysely'

/** The platform's tables about how projects' databases are connected to. */
export interface MetadataPoolingTables {
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
  network_access: {
    ref: string
    ssl_enforced: boolean
    /** Null for everybody. */
    allowed_cidrs: string[] | null
  }
  network_bans: {
    ref: string
    address: string
    failures: number
    banned_at: ColumnType<string, Date, Date>
  }
  project_addons: { ref: string; ipv4: boolean }
}
