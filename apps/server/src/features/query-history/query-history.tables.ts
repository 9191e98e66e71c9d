import type { QueryOutcome } from '@basalt/contract/query-history/query-history.rules.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    query_runs: {
      id: Generated<string>
      project_ref: string
      started_by: string
      role: string
      database: string
      sql: string
      is_cut: boolean
      started_at: Timestamp
      duration_ms: number
      row_count: ColumnType<string | null, number | null, never>
      outcome: QueryOutcome
      error: string | null
      sqlstate: string | null
    }
  }
}
