import type { RestorePointReason } from '@basalt/contract/backups/backups.rules.ts'
import type { PastMomentChoice } from '@basalt/contract/time-machine/time-machine.schema.ts'
import type { CopyFacts, DataEntry } from '@basalt/postgres-supervisor/engine.ts'
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
   * What a branch of a past moment is made from: a backup by its id, a time in ISO 8601, a restore point, or, for one that is
   * only read, what the project had before the restore with that id, which waits for a decision.
   * Throws `not_found`, `conflict`, and `validation_failed` with the range that can be restored.
   */
  pastData(ref: string, chosen: PastMomentChoice, options: { isReadOnly: boolean }): Promise<PastData>

  /**
   * What makes the database of a branch that begins at a past moment and is written to. Undefined for a branch that does not, or
   * that has it already.
   */
  restoreOfBranch(ref: string): Promise<RestoreBranch | undefined>

  /** Whether the data of a project has been replaced by an earlier state of it since a moment, and was not put back. */
  wasRestoredSince(ref: string, moment: Date): Promise<boolean>

  /**
   * The moment, in ISO 8601, since which a project or one of its branches may be restored to what it was. Undefined while
   * nothing of them can be restored.
   */
  reachBackTo(root: string): Promise<string | undefined>
}

/** Makes the stopped database of a branch as it was at a past moment. Throws what the engine does. */
export type RestoreBranch = (options: {
  /** SQL that makes it a branch, before anyone can connect. */
  statements: readonly string[]
  signal: AbortSignal
  onProgress(progress: { copied_bytes: number; total_bytes: number }): void
}) => Promise<RestoredBranch>

/** The database of a branch as it was at a past moment. */
export interface RestoredBranch {
  moment: Date
  facts: CopyFacts
  /** The timeline that its source had at that moment. */
  sourceTimeline: number | undefined
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
