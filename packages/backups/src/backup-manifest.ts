import { createHash } from 'node:crypto'
import type { Position } from './backup-source.ts'

/**
 * PostgreSQL's list of the files of a full backup, which the next incremental backup is compared with: version 2 of the format
 * in the chapter “Backup Manifest Format” of its manual. There are no checksums of files, which nothing reads.
 */
export function backupManifest({
  systemId,
  files,
  start,
  end,
}: {
  systemId: string
  files: readonly { path: string; bytes: number }[]
  start: Position
  end: Position
}): Buffer {
  const ranges = [{ Timeline: start.timeline, 'Start-LSN': start.lsn, 'End-LSN': end.lsn }]
  const lines = [
    '{ "PostgreSQL-Backup-Manifest-Version": 2,',
    // A number of 64 bits.
    `"System-Identifier": ${systemId},`,
    `"Files": [\n${files.map(({ path, bytes }) => JSON.stringify({ Path: path, Size: bytes })).join(',\n')}\n],`,
    `"WAL-Ranges": ${JSON.stringify(ranges)},`,
    '',
  ]
  const text = lines.join('\n')
  // The checksum is that of everything before its line.
  const checksum = createHash('sha256').update(text).digest('hex')
  return Buffer.from(`${text}"Manifest-Checksum": "${checksum}"}\n`)
}
