import type { RestorePointReason } from '@basalt/contract/backups/backups.rules.ts'
import type { DataEntry } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import type { PastData } from '../branches/branches.port.ts'

/** What other features may use of backups. */
export interface Backups {
  /**
   * Names the present moment of a project's database, before something that may be regretted. Where its log is not kept, it
   * is backed up, unless it is large. Undefined then. Throws `instance_unavailable`, and `conflict` when the backup fails. It
   * is before a merge unless stated. The signal is aborted when nobody waits for it any more, which cancels the backup.
   */
  restorePoint(
    ref: string,
    name: string,
    options?: { reason?: RestorePointReason; signal?: AbortSignal },
  ): Promise<{ id: string } | undefined>

  /**
   * What a read-only branch of a past moment is made from: a backup by its id, a time in ISO 8601, a restore point, or what
   * the project had before the restore with that id, which waits for a decision.
   * Throws `not_found`, `conflict`, and `validation_failed` with the range that can be restored.
   */
  pastData(
    ref: string,
    chosen: {
      id?: string | undefined
      recovery_time_target?: string | undefined
      restore_point?: string | undefined
      before_restore?: string | undefined
    },
  ): Promise<PastData>

  /**
   * The moment, in ISO 8601, since which a project or one of its branches may be restored to what it was. Undefined while
   * nothing of them can be restored.
   */
  reachBackTo(root: string): Promise<string | undefined>
}

/** A complete backup, to be read by others. */
export interface ReadableBackup {
  /** When it ended, in ISO 8601. */
  endedAt: string
  /** The size of its files. */
  totalBytes: number
  files(): AsyncIterable<DataEntry>
  /** Restores it into a database of its own, which is removed after the work. One at a time. */
  restored<T>(signal: AbortSignal, work: (client: pg.Client) => Promise<T>): Promise<T>
}

/** Throws `not_found`, and `conflict` for a backup that is not complete. */
export type ReadBackup = (ref: string, id: string) => Promise<ReadableBackup>

/**
 * Restores a backup of any cluster of this installation into a database of its own, which is removed, and reads all of it.
 * One at a time. `problem` is null for a sound one.
 */
export type CheckRestored = (
  instance: string,
  backup: { files(): AsyncIterable<DataEntry>; totalBytes: number; signal: AbortSignal },
) => Promise<{ seconds: number | null; problem: string | null }>
