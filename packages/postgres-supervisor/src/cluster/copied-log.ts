import { constants } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'
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

/** A page of the log: `XLOG_BLCKSZ`, which every build of PostgreSQL leaves at its default. */
const PAGE_BYTES = 8192

/**
 * Copies a part of a server's log between data directories, by reflink where the file system can. Elsewhere only what
 * recovery reads is copied. What the server has written behind the end is left out, unless that file is complete. Returns
 * the paths of the files in the data directory. @throws EngineError not_ready when a file is gone
 */
export async function copyLog(query: Query, from: string, to: string, range: LogRange): Promise<string[]> {
  const segments = await query<{ name: string; size: number }>(segmentsOf(range))
  const paths = segments.map(({ name }) => join('pg_wal', name))
  const [start, last] = [positionOf(range.start), positionOf(range.end) - 1n]
  for (const [place, { size }] of segments.entries()) {
    const path = paths[place]!
    const first = place === 0 ? Number(start % BigInt(size)) : 0
    const isCutOff = place === segments.length - 1 && !range.isLastComplete
    const end = isCutOff ? Number(last % BigInt(size)) + 1 : size
    await copySegment(() => copyPart(join(from, path), join(to, path), { first, end }))
    if (end < size) await cutOff(join(to, path), end, size)
  }
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

/**
 * Copies the bytes of a segment between two offsets, or more where that takes no space. PostgreSQL checks the header of the
 * segment's first page before it reads any other, so that page is copied too. What is left out is a hole.
 */
async function copyPart(
  from: string,
  to: string,
  { first, end }: { first: number; end: number },
): Promise<void> {
  const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  if (isShared) return
  const firstPage = first - (first % PAGE_BYTES)
  await using source = await open(from, 'r')
  await using copy = await open(to, 'w', 0o600)
  const buffer = Buffer.allocUnsafe(Math.min(COPIED_AT_A_TIME, end))
  for (const part of [
    { at: 0, until: Math.min(PAGE_BYTES, firstPage) },
    { at: firstPage, until: end },
  ])
    for (let { at } = part; at < part.until; ) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, part.until - at), at)
      if (bytesRead === 0) throw new Error(`${from} ends at ${at}, before ${part.until}`)
      for (let written = 0; written < bytesRead; )
        written += (await copy.write(buffer, written, bytesRead - written, at + written)).bytesWritten
      at += bytesRead
    }
}

const COPIED_AT_A_TIME = 1024 * 1024

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
