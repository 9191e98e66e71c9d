import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { type BackupIndex, type PackedFile, readIndex, writeIndex } from './backup-index.ts'
import { backupKeys } from './backup-keys.ts'
import { type BackupSource, MANIFEST } from './backup-source.ts'
import { packOf } from './pack.ts'
import { fileBytes } from './pack-reader.ts'
import { packed } from './pack-writer.ts'
import { pieceFiles } from './piece-files.ts'
import { readBackup } from './read-backup.ts'
import type { ClusterInBackup } from './read-files.ts'
import { receivedBackup } from './received-backup.ts'
import type { ReplicationLogin } from './replication-connection.ts'

export interface TakeBackup {
  login: ReplicationLogin
  store: BlobStore
  folder: string
  id: string
  /** The backup to compare with; a full backup without it. */
  base?: string | undefined
  /**
   * Begins a full backup whose files are read beside the server, in half the time. Pages are not checked then, so that the
   * backup has to be. Without it, the server sends its files and checks each page.
   */
  beginReading?: (signal: AbortSignal | undefined) => Promise<ClusterInBackup>
  signal?: AbortSignal
  /** How long the server may send nothing; five minutes unless stated. */
  silenceMs?: number
  /** Called with the uncompressed bytes so far. */
  onProgress?: (bytes: number) => void
}

/**
 * Backs up a running server into the store, while it is written to: all of its files, or what changed since `base`, with
 * the log that makes them consistent. A failure, a kill, a server that stopped responding or the
 * signal leaves nothing that counts as a backup.
 * @throws PostgresError: 55000 when the server no longer knows what changed since `base`, so that a full backup is needed
 */
export async function takeBackup(options: TakeBackup): Promise<BackupIndex> {
  const { store, folder, id, base, signal } = options
  const startedAt = new Date().toISOString()
  try {
    const source = await sourceOf(options)
    try {
      const files: PackedFile[] = []
      const { size } = await store.write(backupKeys(folder, id).pack, packed(source.events(), files))
      const { start, end } = source.range()
      const index: BackupIndex = {
        format: 2,
        id,
        kind: base === undefined ? 'full' : 'incremental',
        base: base ?? null,
        systemId: source.systemId,
        timeline: end.timeline,
        startLsn: start.lsn,
        endLsn: end.lsn,
        startedAt,
        endedAt: new Date().toISOString(),
        folders: [...source.folders],
        files: files.filter(({ path }) => path !== MANIFEST && !source.omits(path)),
        manifest: files.find(({ path }) => path === MANIFEST)!,
        packBytes: size,
      }
      await writeIndex(store, folder, index)
      return index
    } finally {
      await source.close()
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

async function sourceOf(options: TakeBackup): Promise<BackupSource> {
  const { login, store, folder, id, base, beginReading, signal, silenceMs, onProgress } = options
  if (base === undefined && beginReading) {
    // The threads start while the server writes its checkpoint.
    pieceFiles.announce()
    return readBackup(await beginReading(signal), onProgress)
  }
  const manifest = base === undefined ? undefined : await readIndex(store, folder, base)
  return receivedBackup(login, {
    label: `basalt ${id}`,
    manifest: manifest && fileBytes(packOf(store, folder, base!), manifest.manifest),
    onProgress,
    signal,
    silenceMs,
  })
}

/** Removes a backup. Those that build on it can no longer be restored. */
export async function removeBackup(store: BlobStore, folder: string, id: string): Promise<void> {
  const keys = backupKeys(folder, id)
  // Without its list it is no backup, so a kill in between leaves nothing half.
  await store.remove(keys.index)
  await store.remove(keys.pack)
}
