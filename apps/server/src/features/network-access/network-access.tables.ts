import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
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
  }
}
