import type {
  BackupKind,
  BackupStatus,
  RestorePointReason,
  RestoreStatus,
} from '@basalt/contract/backups/backups.rules.ts'
import type { Verification } from '@basalt/contract/backups/backups.schema.ts'
import type { ColumnType, Generated } from 'kysely'

/** A value that is null until it is known. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    backups: {
      id: string
      ref: string
      archive: string
      name: string | null
      is_scheduled: boolean
      status: Generated<BackupStatus>
      error: Later<string>
      kind: Later<BackupKind>
      base: Later<string>
      size_bytes: Later<number>
      data_bytes: Later<number>
      timeline: Later<number>
      start_lsn: Later<string>
      ended_at: ColumnType<string | null, undefined, string>
      /** When its check ended, whatever it found, or was cancelled. */
      verified_at: ColumnType<string | null, undefined, Date | null>
      restore_seconds: Later<number>
      verification: ColumnType<Verification | null, undefined, string>
      inserted_at: Now
    }
    backup_settings: {
      ref: string
      archive: string
      keeps_log: Generated<boolean>
      may_keep_log: Generated<boolean>
      schedule: Later<string>
      window_minutes: Later<number>
      keep_days: Later<number>
      keep_count: Later<number>
      is_synchronous: Generated<boolean>
      due_at: ColumnType<string | null, undefined, Date>
      postgres_version: Later<string>
    }
    restore_points: {
      id: string
      ref: string
      archive: string
      name: string
      reason: RestorePointReason
      lsn: string
      made_at: ColumnType<string, string, never>
    }
    restores: {
      id: string
      ref: string
      source_ref: string
      backup: string
      archive: string
      recovery_time: string | null
      before_lsn: Later<string>
      instance: string | null
      previous_archive: Later<string>
      status: Generated<RestoreStatus>
      error: Later<string>
      seconds: Later<number>
      is_read_only: ColumnType<boolean, boolean | undefined, never>
      /** The stopped instance whose data is copied instead of the backup. */
      copied_from: ColumnType<string | null, string | null | undefined, never>
      created_at: Now
    }
  }
}
