import type { ImportPhase, ImportStatus } from '@basalt/contract/database-import/database-import.rules.ts'
import type { DatabaseImport, ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    database_imports: {
      id: string
      ref: string
      status: ImportStatus
      phase: ImportPhase
      source: ColumnType<DatabaseImport['source'], string>
      schemas: ColumnType<string[], string>
      started_by: string | null
      started_at: Now
      ended_at: Once
      error: ColumnType<string | null, undefined, string>
      report: ColumnType<ImportReport | null, undefined, string>
      created_roles: ColumnType<string[], undefined, string>
    }
  }
}
