import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '../engine.ts'
import type { Query } from './copy-origin.ts'

/** A part of a server's log. Both are positions in it. */
interface LogRange {
  start: string
  end: string
  /** Whether the file that it ends in is complete, and copied as it is. */
  isLastComplete: boolean
}

/** The names of the log's files from one position to another. */
const segmentsOf = ({ start, end }: Pick<LogRange, 'start' | 'end'>) => `
  select pg_catalog.pg_walfile_name('0/0'::pg_catalog.pg_lsn + (n * size + 1)) as name, size::int as size
  from (select pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size'))::numeric as size) s,
    pg_catalog.generate_series(
      pg_catalog.div('${start}'::pg_catalog.pg_lsn - '0/0', size),
      pg_catalog.div('${end}'::pg_catalog.pg_lsn - '0/0' - 1, size)) n
  order by n`

/**
 * Copies a part of a server's log between data directories, by reflink where the file system can. What the server has
 * written behind its end is left out, unless that file is complete. Returns the paths of the files in the data directory.
 * @throws EngineError not_ready when a file is gone
 */
export async function copyLog(query: Query, from: string, to: string, range: LogRange): Promise<string[]> {
  const segments = await query<{ name: string; size: number }>(segmentsOf(range))
  const paths = segments.map(({ name }) => join('pg_wal', name))
  const last = paths.at(-1)!
  for (const path of range.isLastComplete ? paths : paths.slice(0, -1))
    await copySegment(() => copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE))
  if (range.isLastComplete) return paths
  const { size } = segments.at(-1)!
  const used = Number((positionOf(range.end) - 1n) % BigInt(size)) + 1
  await copySegment(() => copyBeginning(join(from, last), join(to, last), used))
  await cutOff(join(to, last), used, size)
  return paths
}

async function copySegment(copy: () => Promise<void>): Promise<void> {
  await copy().catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new EngineError(
      'not_ready',
      'The database wrote more during the copy than its write-ahead log keeps. Try again when it writes less.',
      { cause },
    )
  })
}

/** Copies so many bytes, or more where that takes no space. */
async function copyBeginning(from: string, to: string, bytes: number): Promise<void> {
  const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  if (!isShared)
    await pipeline(createReadStream(from, { end: bytes - 1 }), createWriteStream(to, { mode: 0o600 }))
}

/** Replaces what follows the used part of the last segment by zeros, which end a log. */
async function cutOff(segment: string, used: number, size: number): Promise<void> {
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
