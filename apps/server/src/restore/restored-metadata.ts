import path from 'node:path'
import type { BackupIndex } from '@basalt/backups/backup-index.ts'
import { restoredFiles, restoredSize } from '@basalt/backups/restored-files.ts'
import { archivedLog, receivedPosition, type WalArchive } from '@basalt/backups/wal-archive.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { EngineError, type RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { INSTALLATION_FOLDER } from '../features/installation-backups/installation-backups.rules.ts'
import { logFolder } from '../features/installation-backups/metadata-log.ts'
import { isCovered } from './restored-project.ts'
import { isDamage } from './stored-backups.ts'

interface Restoring {
  store: BlobStore
  index: BackupIndex
  /** The archive of the log from this backup on. */
  log: string | undefined
  dataDir: string
  print: (line: string) => void
}

/**
 * Makes the metadata database from a backup, with the log that was received since; without it when it is damaged, which is
 * told. Returns the moment that it has, ISO 8601. Throws as the engine does.
 */
export async function restoreMetadata(
  { store, index, log, dataDir, print }: Restoring,
  restore: (options: Pick<RestoreOptions, 'files' | 'until' | 'totalBytes'>) => Promise<unknown>,
): Promise<string> {
  const totalBytes = await restoredSize(store, INSTALLATION_FOLDER, index)
  const files = () => restoredFiles(store, INSTALLATION_FOLDER, index.id)
  if (log !== undefined) {
    // The machine is another one: nothing was received there.
    const archive: WalArchive = {
      store,
      folder: logFolder(log),
      unfinished: path.join(dataDir, 'wal', 'installation', log),
    }
    try {
      if (await isCovered(archive, index)) {
        await restore({ files: withLog(files(), archive, index), until: 'log', totalBytes })
        return (await receivedPosition(archive))?.time ?? index.endedAt
      }
    } catch (error) {
      if (!isDamage(error) && !(error instanceof EngineError && error.code === 'corrupt')) throw error
      print(`What was changed after that backup is lost: ${error.message}`)
    }
  }
  await restore({ files: files(), until: 'backup', totalBytes })
  return index.endedAt
}

async function* withLog(
  files: RestoreOptions['files'],
  archive: WalArchive,
  { timeline, startLsn }: BackupIndex,
): RestoreOptions['files'] {
  yield* files
  yield* archivedLog(archive, { timeline, from: lsnOf(startLsn) })
}
