import { constants } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../engine.ts'
import type { Query } from './copy-origin.ts'

/** A part of a server's log. Both are positions in it. */
interface LogRange {
  start: string
  end: string
}

/** The names of the log's files from one position to another. */
const segmentsOf = ({ start, end }: LogRange) => `
  select pg_catalog.pg_walfile_name('0/0'::pg_catalog.pg_lsn + (n * size + 1)) as name, size::int as size
  from (select pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size'))::numeric as size) s,
    pg_catalog.generate_series(
      pg_catalog.div('${start}'::pg_catalog.pg_lsn - '0/0', size),
      pg_catalog.div('${end}'::pg_catalog.pg_lsn - '0/0' - 1, size)) n
  order by n`

/**
 * Copies a part of a server's log between data directories, by reflink where the file system can. What the server has
 * written behind its end is left out. Returns the paths of the files in the data directory.
 * @throws EngineError not_ready when a file is gone
 */
export async function copyLog(query: Query, from: string, to: string, range: LogRange): Promise<string[]> {
  const segments = await query<{ name: string; size: number }>(segmentsOf(range))
  const paths = segments.map(({ name }) => join('pg_wal', name))
  for (const path of paths) await copySegment(join(from, path), join(to, path))
  await cutOff(join(to, paths.at(-1)!), range.end, segments.at(-1)!.size)
  return paths
}

async function copySegment(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new EngineError(
      'not_ready',
      'The database wrote more during the copy than its write-ahead log keeps. Try again when it writes less.',
      { cause },
    )
  })
}

/** Replaces what follows a position in the last segment by zeros, which end a log. */
async function cutOff(segment: string, end: string, size: number): Promise<void> {
  const used = Number((positionOf(end) - 1n) % BigInt(size)) + 1
  const file = await open(segment, 'r+')
  try {
    await file.truncate(used)
    await file.truncate(size)
  } finally {
    await file.close()
  }
}

/** `0/3000060` as a number of bytes. */
function positionOf(lsn: string): bigint {
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`))
  return (high! << 32n) + low!
}
