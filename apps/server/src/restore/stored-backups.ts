import { type BackupIndex, readIndex } from '@basalt/backups/backup-index.ts'
import { backupOfKey } from '@basalt/backups/backup-keys.ts'
import { DamagedBackup, MissingBackup } from '@basalt/backups/damaged-backup.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { UnreadableBlob } from '@basalt/object-store/sealed-blob-store.ts'

/** The complete backups in a folder of a store, newest first. A damaged list of files is left out, and told. */
export async function storedBackups(
  store: BlobStore,
  folder: string,
  onDamaged: (error: Error) => void,
): Promise<BackupIndex[]> {
  const found: BackupIndex[] = []
  for await (const { key } of store.list(folder)) {
    const id = backupOfKey(key)
    if (id === undefined || !key.endsWith('_index')) continue
    try {
      found.push(await readIndex(store, folder, id))
    } catch (error) {
      if (!isDamage(error)) throw error
      onDamaged(error)
    }
  }
  return found.toSorted((a, b) => (a.endedAt < b.endedAt ? 1 : -1))
}

export const isDamage = (error: unknown): error is Error =>
  error instanceof DamagedBackup || error instanceof MissingBackup || error instanceof UnreadableBlob
