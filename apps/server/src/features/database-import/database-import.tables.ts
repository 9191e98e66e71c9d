import type {
  ImportKind,
  ImportPhase,
  ImportStatus,
} from '@basalt/contract/database-import/database-import.rules.ts'
import type { DatabaseImport, ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import type { ColumnType } from 'kysely'
import type { FollowPlan } from './follow/follow-plan.ts'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    database_imports: {
      id: string
      ref: string
      status: ImportStatus
      phase: ImportPhase
      kind: ImportKind
      source: ColumnType<DatabaseImport['source'], string | null>
      file: ColumnType<DatabaseImport['file'], string | null>
      sealed_source: Buffer | null
      follow: ColumnType<FollowPlan | null, undefined, string>
      notice: ColumnType<string | null, undefined, string | null>
      source_cleanup: ColumnType<string | null, undefined, string>
      schemas: ColumnType<string[], string>
      started_by: string | null
      started_at: Now
      ended_at: Once
      error: ColumnType<string | null, undefined, string>
      report: ColumnType<ImportReport | null, undefined, string>
      enabled_wrapper: ColumnType<boolean, undefined, boolean>
      created_roles: ColumnType<string[], undefined, string>
    }
  }
}
