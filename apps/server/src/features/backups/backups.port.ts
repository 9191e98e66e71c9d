import type { DataEntry } from '@basalt/postgres-supervisor/engine.ts'

/** What other features may use of backups. */
export interface Backups {
  /**
   * Names the present moment of a project's database, before something that may be regretted. Undefined when its log is not
   * kept, so that there is nothing to return to. Throws `instance_unavailable`.
   */
  restorePoint(ref: string, name: string): Promise<{ id: string } | undefined>

  /**
   * The moment, in ISO 8601, since which a project or one of its branches may be restored to what it was. Undefined while
   * nothing of them can be restored.
   */
  reachBackTo(root: string): Promise<string | undefined>
}

/**
 * Restores a backup of any cluster of this installation into a database of its own, which is removed, and reads all of it.
 * One at a time. `problem` is null for a sound one.
 */
export type CheckRestored = (
  instance: string,
  backup: { files(): AsyncIterable<DataEntry>; totalBytes: number; signal: AbortSignal },
) => Promise<{ seconds: number | null; problem: string | null }>
