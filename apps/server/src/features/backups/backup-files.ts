import { rm } from 'node:fs/promises'
import path from 'node:path'
import { backupBefore, type RestorableRange, restorableRange } from '@basalt/backups/point-in-time.ts'
import { removeBackup } from '@basalt/backups/take-backup.ts'
import { heldRanges, removeSegmentsBefore, type WalArchive } from '@basalt/backups/wal-archive.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import type { StoredBackup } from './backups.store.ts'

export type BackupFiles = ReturnType<typeof backupFiles>

/** A backup that a moment is restored from. */
export interface Origin {
  archive: string
  backup: string
  /** Recovery to a restore point ends before this position. */
  before_lsn?: string
}

/** The stored bytes of projects' backups and logs. `received` is the folder of what is being received. */
export function backupFiles(store: BlobStore, received: string) {
  const archiveOf = (ref: string, archive: string): WalArchive => ({
    store,
    folder: `${ref}/${archive}`,
    unfinished: path.join(received, ref, archive),
  })

  const removeArchive = async (ref: string, archive: string) => {
    const { folder, unfinished } = archiveOf(ref, archive)
    for await (const { key } of store.list(folder)) await store.remove(key)
    await rm(unfinished, { recursive: true, force: true })
  }

  return {
    store,
    archiveOf,

    remove: ({ ref, archive, id }: StoredBackup) => removeBackup(store, archiveOf(ref, archive).folder, id),

    /** Removes the log that no backup needs any more; `backups` are all that are left. */
    async removeUnusedLog(ref: string, archive: string, backups: readonly StoredBackup[]) {
      const starts = momentsIn(backups, archive).map(({ startLsn }) => lsnOf(startLsn))
      if (starts.length === 0) return
      await removeSegmentsBefore(
        archiveOf(ref, archive),
        starts.reduce((a, b) => (a < b ? a : b)),
      )
    },

    removeArchive,

    /** Removes everything that is stored of a project. */
    async forget(ref: string, archives: Iterable<string>) {
      for (const archive of archives) await removeArchive(ref, archive)
      await rm(path.join(received, ref), { recursive: true, force: true })
    },

    /** What can be restored to any moment, oldest first. */
    async ranges(ref: string, backups: readonly StoredBackup[]): Promise<RestorableRange[]> {
      const found = await Promise.all(
        archivesOf(backups).map((archive) =>
          restorableRange(archiveOf(ref, archive), momentsIn(backups, archive)),
        ),
      )
      return found
        .filter((range) => range !== undefined)
        .toSorted((a, b) => (a.earliest < b.earliest ? -1 : 1))
    },

    /** What a moment is restored from; undefined when it cannot be. `current` is preferred where histories overlap. */
    async originOf(
      ref: string,
      time: string,
      { backups, current }: { backups: readonly StoredBackup[]; current: string },
    ): Promise<Origin | undefined> {
      const archives = archivesOf(backups).toSorted((a, b) => Number(b === current) - Number(a === current))
      for (const archive of archives) {
        const backup = await backupBefore(archiveOf(ref, archive), momentsIn(backups, archive), time)
        if (backup !== undefined) return { archive, backup }
      }
      return undefined
    },

    /** Whether the log of an archive has been received from before this backup on. */
    async isCovered(ref: string, { archive, timeline, start_lsn }: StoredBackup): Promise<boolean> {
      const held = (await heldRanges(archiveOf(ref, archive))).at(-1)
      return start_lsn !== null && held?.timeline === timeline && held.from <= lsnOf(start_lsn)
    },
  }
}

const archivesOf = (backups: readonly StoredBackup[]) => [...new Set(backups.map(({ archive }) => archive))]

const momentsIn = (backups: readonly StoredBackup[], archive: string) =>
  backups.flatMap(({ id, archive: own, status, timeline, start_lsn, ended_at }) =>
    own === archive && status === 'COMPLETED' && timeline !== null && start_lsn !== null && ended_at !== null
      ? [{ id, timeline, startLsn: start_lsn, endedAt: ended_at }]
      : [],
  )
