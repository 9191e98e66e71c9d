import type { AdvisorCounts } from '@basalt/contract/advisors/advisors.rules.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    advisor_runs: {
      ref: string
      ran_at: Timestamp
      counts: ColumnType<AdvisorCounts, string, string>
      errors: ColumnType<string[], string, string>
    }
    advisor_dismissals: {
      ref: string
      cache_key: string
      state: string
      reason: string
      dismissed_by: string
      dismissed_at: Timestamp
      expires_at: ColumnType<string | null, Date | string | null, Date | string | null>
    }
  }
}
