import type { BackupKind } from '@basalt/contract/backups/backups.rules.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    installation_backups: {
      id: string
      kind: BackupKind
      base: string | null
      size_bytes: number
      ended_at: string
      /** When its check ended, whatever it found. */
      verified_at: ColumnType<string | null, undefined, Date>
      restore_seconds: ColumnType<number | null, undefined, number | null>
      problem: ColumnType<string | null, undefined, string | null>
    }
    copied_files: { ref: string; files: number; copied_at: ColumnType<string, Date, Date> }
    missing_files: { ref: string; key: string; since: ColumnType<string, undefined, never> }
  }
}
