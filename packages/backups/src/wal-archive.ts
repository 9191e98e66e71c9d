import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { type Lsn, lsnOf, lsnText } from '@basalt/postgres-wire/lsn.ts'
import { DamagedBackup } from './damaged-backup.ts'
import type { RestoredEntry } from './restored-files.ts'
import { latestPart, type ReceivedPosition } from './wal-parts.ts'
import { SEGMENT_BYTES, segmentName, segmentOf, segmentStart } from './wal-segments.ts'

/** A write-ahead log that is kept: complete segments in a store, the segment that is being received in a local folder. */
export interface WalArchive {
  store: BlobStore
  /** In the store. */
  folder: string
  /** On this machine. */
  unfinished: string
}

/** What an archive has without a gap. */
export interface HeldRange {
  timeline: number
  from: Lsn
  /** Excluded. */
  to: Lsn
}

const LEVEL = 1
const PREFIX = 'wal_'

const keyOf = ({ folder }: WalArchive, segment: string) => `${folder}/${PREFIX}${segment}`

export const unfinishedSegment = ({ unfinished }: WalArchive, segment: string) =>
  join(unfinished, `${segment}.partial`)

/** Where a receiver notes how far the archive is; see `ReceivedPosition`. */
export const positionFile = ({ unfinished }: WalArchive) => join(unfinished, 'position.json')

/** How far the archive reaches; as far as its store knows when this machine has not received it. Undefined for an empty one. */
export const receivedPosition = (archive: WalArchive): Promise<ReceivedPosition | undefined> =>
  positionWith(archive)

async function positionWith(
  archive: WalArchive,
  keys?: readonly string[],
): Promise<ReceivedPosition | undefined> {
  const text = await readFile(positionFile(archive), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return text === undefined
    ? (await latestPart(archive, keys))?.position
    : (JSON.parse(text) as ReceivedPosition)
}

/** A complete segment, and the server's time when it was received, ISO 8601 in UTC. */
export interface StoredSegment {
  bytes: Buffer
  receivedAt: string
}

/** Stores a complete segment. Storing it twice does no harm. */
export async function storeSegment(
  archive: WalArchive,
  segment: string,
  { bytes, receivedAt }: StoredSegment,
): Promise<void> {
  const compressed = await promisify(zstdCompress)(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  })
  // The name is part of what is checked, so that swapped segments are noticed.
  const rest = Buffer.concat([Buffer.from(`${segment} ${receivedAt}\n`), compressed])
  await archive.store.write(keyOf(archive, segment), once([Buffer.from(`${sha256(rest)}\n`), rest]))
}

/** @throws DamagedBackup with the segment's name */
export async function readSegment(archive: WalArchive, segment: string): Promise<StoredSegment> {
  const body = await archive.store.read(keyOf(archive, segment))
  if (!body) throw new DamagedBackup('of the write-ahead log', segment, 'is missing')
  const stored = await buffer(body)
  const end = stored.indexOf('\n')
  const rest = stored.subarray(end + 1)
  const nameEnd = rest.indexOf('\n')
  const [name, receivedAt] = rest.toString('latin1', 0, Math.max(nameEnd, 0)).split(' ')
  if (stored.toString('latin1', 0, Math.max(end, 0)) !== sha256(rest) || name !== segment)
    throw new DamagedBackup('of the write-ahead log', segment)
  return { bytes: await promisify(zstdDecompress)(rest.subarray(nameEnd + 1)), receivedAt: receivedAt! }
}

/** The names of complete segments, in order. */
export const segmentsIn = async (archive: WalArchive): Promise<string[]> =>
  segmentsAmong(archive, await keysIn(archive))

async function keysIn({ store, folder }: WalArchive): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(folder)) keys.push(key)
  return keys
}

const segmentsAmong = ({ folder }: WalArchive, keys: readonly string[]) =>
  keys
    .flatMap((key) => {
      const name = key.slice(folder.length + 1)
      return name.startsWith(PREFIX) && segmentOf(name.slice(PREFIX.length)) ? name.slice(PREFIX.length) : []
    })
    .sort()

/** What the archive holds, oldest first: more than one range when segments are missing. */
export const heldRanges = async (archive: WalArchive): Promise<HeldRange[]> =>
  (await archiveState(archive)).ranges

/** What the archive holds, and how far it reaches. Lists the store once. */
export async function archiveState(
  archive: WalArchive,
): Promise<{ ranges: HeldRange[]; position: ReceivedPosition | undefined }> {
  const keys = await keysIn(archive)
  const ranges: HeldRange[] = []
  const add = (timeline: number, from: Lsn, to: Lsn) => {
    const last = ranges.at(-1)
    if (last && last.timeline === timeline && last.to === from) last.to = to
    else if (to > from) ranges.push({ timeline, from, to })
  }
  for (const name of segmentsAmong(archive, keys)) {
    const { timeline, start } = segmentOf(name)!
    add(timeline, start, start + BigInt(SEGMENT_BYTES))
  }
  const position = await positionWith(archive, keys)
  if (position) {
    const lsn = lsnOf(position.lsn)
    const last = ranges.at(-1)
    if (!last || lsn > last.to) add(position.timeline, segmentStart(lsn), lsn)
  }
  return { ranges, position }
}

/**
 * A session may take the time of its commit, and be held up before it writes the commit. A commit that comes later in the
 * log by more than this is later in time too.
 */
const COMMIT_DELAY_MS = 10 * 60 * 1000

/**
 * The archived log as files of a data directory, from the segment that contains `from` to the end, or as much of it as
 * recovery to a time (ISO 8601) needs. @throws DamagedBackup when a segment is missing or damaged
 */
export async function* archivedLog(
  archive: WalArchive,
  { timeline, from, until }: { timeline: number; from: Lsn; until?: string },
): AsyncGenerator<RestoredEntry> {
  const held = await segmentsIn(archive)
  const known = new Set(held)
  const position = await receivedPosition(archive)
  const ends = held.map((name) => segmentOf(name)!.start + BigInt(SEGMENT_BYTES))
  const end = [...ends, from, ...(position ? [lsnOf(position.lsn)] : [])].reduce((a, b) => (a > b ? a : b))
  const enough = until === undefined ? undefined : Date.parse(until) + COMMIT_DELAY_MS
  for (let start = segmentStart(from); start <= end; start += BigInt(SEGMENT_BYTES)) {
    const name = segmentName(timeline, start)
    if (known.has(name)) {
      const { bytes, receivedAt } = await readSegment(archive, name)
      yield { kind: 'file', path: `pg_wal/${name}`, bytes: once([bytes]) }
      if (enough !== undefined && Date.parse(receivedAt) > enough) return
      continue
    }
    const partial = await unfinishedBytes(archive, name)
    if (!partial) {
      // The last position may be the first of a segment that nothing was written to yet.
      if (start === end) return
      throw new DamagedBackup('of the write-ahead log', name, `is missing, from ${lsnText(start)} on`)
    }
    const whole = Buffer.alloc(SEGMENT_BYTES)
    partial.copy(whole)
    yield { kind: 'file', path: `pg_wal/${name}`, bytes: once([whole]) }
  }
}

/** What there is of a segment that is not complete; undefined when there is nothing. */
async function unfinishedBytes(archive: WalArchive, name: string): Promise<Buffer | undefined> {
  const local = await readFile(unfinishedSegment(archive, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (local) return local
  const part = await latestPart(archive)
  return part?.segment === name ? part.bytes : undefined
}

/** Removes the segments that no backup from this position on needs. */
export async function removeSegmentsBefore(archive: WalArchive, lsn: Lsn): Promise<void> {
  for (const name of await segmentsIn(archive))
    if (segmentOf(name)!.start + BigInt(SEGMENT_BYTES) <= lsn)
      await archive.store.remove(keyOf(archive, name))
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function* once(pieces: Buffer[]) {
  yield* pieces
}
