import type {
  ChangeOrigin,
  ChangeOutcome,
  changeKinds,
  MissingPart,
} from '@basalt/contract/ledger/ledger.rules.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    changes: {
      project_ref: string
      id: Generated<string>
      kind: (typeof changeKinds)[number]
      origin: ChangeOrigin
      sql: string
      missing: MissingPart | null
      made_by: string
      role: string
      made_at: Timestamp
      duration_ms: number | null
      row_count: ColumnType<string | null, number | null, never>
      outcome: ChangeOutcome
      error: string | null
      migration: string | null
    }
  }
}
