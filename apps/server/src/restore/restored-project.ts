import type { BackupIndex } from '@basalt/backups/backup-index.ts'
import { pointInTimeFiles } from '@basalt/backups/point-in-time.ts'
import { restoredFiles, restoredSize } from '@basalt/backups/restored-files.ts'
import { heldRanges, receivedPosition, type WalArchive } from '@basalt/backups/wal-archive.ts'
import { segmentStart } from '@basalt/backups/wal-segments.ts'
import { type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { isDamage, storedBackups } from './stored-backups.ts'

interface Restoring {
  engine: Pick<Engine, 'restore'>
  /** Its archives, the present one first. */
  archives: readonly WalArchive[]
  superuserPassword: string
  port: number | undefined
  /** Told of everything that could not be used. */
  onProblem: (message: string) => void
}

/** What a database was restored to. */
export interface RestoredMoment {
  /** ISO 8601 in UTC. */
  at: string
  /** Every backup that its archives have. */
  backups: { archive: WalArchive; index: BackupIndex }[]
}

/**
 * Makes the stopped database of a project from its newest backup, with the log that was archived since. One that is damaged
 * makes way for the one before. Undefined when there is none. Throws as the engine does.
 */
export async function restoreProject(ref: string, restoring: Restoring): Promise<RestoredMoment | undefined> {
  const { engine, archives, superuserPassword, port, onProblem } = restoring
  const backups: RestoredMoment['backups'] = []
  for (const archive of archives)
    for (const index of await storedBackups(archive.store, archive.folder, ({ message }) =>
      onProblem(message),
    ))
      backups.push({ archive, index })
  for (const { archive, index } of backups)
    for (const withLog of (await isCovered(archive, index)) ? [true, false] : [false]) {
      try {
        await engine.restore(ref, {
          files: withLog
            ? pointInTimeFiles(archive, index.id)
            : restoredFiles(archive.store, archive.folder, index.id),
          until: withLog ? 'log' : 'backup',
          superuserPassword,
          totalBytes: await restoredSize(archive.store, archive.folder, index),
          port,
        })
        const position = withLog ? await receivedPosition(archive) : undefined
        return { at: position?.time ?? index.endedAt, backups }
      } catch (error) {
        if (!isDamage(error) && !(error instanceof EngineError && error.code === 'corrupt')) throw error
        onProblem(error.message)
      }
    }
  return undefined
}

/** Whether the log of an archive goes on from a backup. */
export async function isCovered(archive: WalArchive, { timeline, startLsn }: BackupIndex): Promise<boolean> {
  const held = (await heldRanges(archive)).at(-1)
  const start = lsnOf(startLsn)
  return held?.timeline === timeline && held.from <= segmentStart(start) && start <= held.to
}
