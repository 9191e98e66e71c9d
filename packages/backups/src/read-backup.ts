import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { backupManifest } from './backup-manifest.ts'
import { type BackupSource, MANIFEST, type Position } from './backup-source.ts'
import { type ClusterInBackup, ReadFiles } from './read-files.ts'
import { SEGMENT_BYTES, segmentName, segmentStart } from './wal-segments.ts'

/** A full backup whose files are read beside the server, which does not check their pages. */
export function readBackup(
  cluster: ClusterInBackup,
  onProgress: ((bytes: number) => void) | undefined,
): BackupSource {
  const { systemId, startLsn, folders } = cluster
  const reader = new ReadFiles(cluster, onProgress)
  let range: { start: Position; end: Position } | undefined
  let omitted: ReadonlySet<string> = new Set()
  return {
    systemId,
    folders,
    omits: (path) => omitted.has(path),
    range: () => range!,

    async *events() {
      yield* reader.files(cluster.files)
      await reader.allRead()
      const { endLsn, timeline, contents, unlogged } = await cluster.end()
      omitted = unlogged
      range = { start: { lsn: startLsn, timeline }, end: { lsn: endLsn, timeline } }
      const listed = [
        ...reader.found.filter(({ path }) => !unlogged.has(path)),
        ...contents.map(({ path, bytes }) => ({ path, bytes: bytes.length })),
      ]
      for (const { path, bytes } of contents) {
        yield { file: path }
        yield { data: bytes }
      }
      yield* reader.files(segmentsOf(range))
      await reader.allRead()
      // A segment that was removed is not in the backup, and one that was overwritten is wrong.
      await cluster.confirmLog()
      yield { file: MANIFEST }
      yield { data: backupManifest({ systemId, ...range, files: listed }) }
    },

    async close() {
      await reader.allRead()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/** The files of the log that recovery to the end of a backup reads. */
function segmentsOf({ start, end }: { start: Position; end: Position }): string[] {
  const segments: string[] = []
  const last = lsnOf(end.lsn) - 1n
  for (let lsn = segmentStart(lsnOf(start.lsn)); lsn <= last; lsn += BigInt(SEGMENT_BYTES))
    segments.push(`pg_wal/${segmentName(start.timeline, lsn)}`)
  return segments
}
