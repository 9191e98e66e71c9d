import type { BackupStore } from './backups.store.ts'

interface Deps {
  /** Of PostgreSQL, such as `18.4`. */
  version: string
  store: Pick<BackupStore, 'settingsOf' | 'notePostgresVersion'>
  /** Backs up a database that runs and that nobody uses yet. A failure has been reported when it throws. */
  backUp(ref: string, name: string): Promise<void>
  onError(error: unknown, ref: string): void
}

/**
 * Backs a project up when it starts with another PostgreSQL than it had, before anyone uses it. A backup that fails does not
 * keep the project from starting: its members are told, and the one from before is still there.
 */
export const backupBeforeVersion =
  ({ version, store, backUp, onError }: Deps) =>
  async (ref: string): Promise<void> => {
    const { postgres_version: known } = await store.settingsOf(ref)
    if (known === version) return
    if (known !== null)
      await backUp(ref, `Before PostgreSQL ${version}`).catch((error) => onError(error, ref))
    await store.notePostgresVersion(ref, version)
  }
