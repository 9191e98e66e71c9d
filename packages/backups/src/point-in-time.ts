import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { type BackupIndex, readIndex } from './backup-index.ts'
import { type RestoredEntry, restoredFiles } from './restored-files.ts'
import { archivedLog, archiveState, type HeldRange, type WalArchive } from './wal-archive.ts'
import { segmentStart } from './wal-segments.ts'

/**
 * A backup with the log that was archived since, for recovery to any moment after it; or only as much of the log as
 * recovery to `until` (ISO 8601) needs.
 */
export async function* pointInTimeFiles(
  archive: WalArchive,
  backup: string,
  until?: string,
): AsyncGenerator<RestoredEntry> {
  const { store, folder } = archive
  const { timeline, startLsn } = await readIndex(store, folder, backup)
  yield* restoredFiles(store, folder, backup)
  yield* archivedLog(archive, {
    timeline,
    from: lsnOf(startLsn),
    ...(until !== undefined && { until }),
  })
}

/** From which time to which one every moment can be restored. ISO 8601 in UTC. */
export interface RestorableRange {
  earliest: string
  latest: string
}

type Moment = Pick<BackupIndex, 'id' | 'timeline' | 'startLsn' | 'endedAt'>

/**
 * What can be restored from these backups of one archive: the range that ends with what is safe now, back to the oldest
 * backup from which the log has no gap. Undefined without such a backup.
 */
export async function restorableRange(
  archive: WalArchive,
  backups: readonly Moment[],
): Promise<RestorableRange | undefined> {
  return rangeOf(await archiveState(archive), backups)
}

function rangeOf(
  { ranges, position }: Awaited<ReturnType<typeof archiveState>>,
  backups: readonly Moment[],
): RestorableRange | undefined {
  const last = ranges.at(-1)
  if (!position || !last) return undefined
  const usable = backups.filter((backup) => isCovered(backup, last)).map(({ endedAt }) => endedAt)
  const earliest = usable.toSorted()[0]
  return earliest === undefined || earliest > position.time ? undefined : { earliest, latest: position.time }
}

/** The newest backup from which a time can be reached; undefined when none can. */
export async function backupBefore(
  archive: WalArchive,
  backups: readonly Moment[],
  time: string,
): Promise<string | undefined> {
  const state = await archiveState(archive)
  const range = rangeOf(state, backups)
  const last = state.ranges.at(-1)
  if (!range || !last || time < range.earliest || time > range.latest) return undefined
  return backups
    .filter((backup) => backup.endedAt <= time && isCovered(backup, last))
    .toSorted((a, b) => (a.endedAt < b.endedAt ? 1 : -1))[0]?.id
}

const isCovered = ({ timeline, startLsn }: Moment, held: HeldRange) =>
  timeline === held.timeline && segmentStart(lsnOf(startLsn)) >= held.from && lsnOf(startLsn) <= held.to
