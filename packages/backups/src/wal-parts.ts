import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { DamagedBackup } from './damaged-backup.ts'
import { segmentOf } from './wal-segments.ts'

/** Everything that was committed before this time lies before this position. */
export interface ReceivedPosition {
  timeline: number
  lsn: string
  /** ISO 8601 in UTC. */
  time: string
}

/** The beginning of a segment that is not complete yet, and how far the archive reached then. */
export interface StoredPart {
  segment: string
  position: ReceivedPosition
  bytes: Buffer
}

/** Where the parts of an archive are. */
interface Place {
  store: BlobStore
  folder: string
}

const LEVEL = 1
const PREFIX = 'part_'
const LSN_DIGITS = 16

/**
 * Stores what there is of the last segment, so that it survives the loss of this machine. It replaces the parts from before.
 */
export async function storePart(place: Place, { segment, position, bytes }: StoredPart): Promise<void> {
  const compressed = await promisify(zstdCompress)(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  })
  const rest = Buffer.concat([Buffer.from(`${segment} ${JSON.stringify(position)}\n`), compressed])
  const older = await partKeys(place)
  const lsn = lsnOf(position.lsn).toString(16).padStart(LSN_DIGITS, '0')
  const key = `${place.folder}/${PREFIX}${segment}_${lsn}`
  await place.store.write(key, once(Buffer.concat([Buffer.from(`${sha256(rest)}\n`), rest])))
  for (const one of older) if (one !== key) await place.store.remove(one)
}

/**
 * The part that reaches furthest; undefined without any. `keys` are all of the place, when they are known already.
 * @throws DamagedBackup
 */
export async function latestPart(place: Place, keys?: readonly string[]): Promise<StoredPart | undefined> {
  const key = (keys ? partsAmong(place, keys) : await partKeys(place)).at(-1)
  const body = key === undefined ? undefined : await place.store.read(key)
  if (!body) return undefined
  const stored = await buffer(body)
  const end = Math.max(stored.indexOf('\n'), 0)
  const rest = stored.subarray(end + 1)
  const headEnd = Math.max(rest.indexOf('\n'), 0)
  const [segment = '', ...position] = rest.toString('latin1', 0, headEnd).split(' ')
  if (stored.toString('latin1', 0, end) !== sha256(rest) || !key!.includes(`/${PREFIX}${segment}_`))
    throw new DamagedBackup('of the write-ahead log', segment || key!)
  return {
    segment,
    position: JSON.parse(position.join(' ')) as ReceivedPosition,
    bytes: await promisify(zstdDecompress)(rest.subarray(headEnd + 1)),
  }
}

/** The keys of all parts, in the order of the log. */
async function partKeys(place: Place): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of place.store.list(place.folder)) keys.push(key)
  return partsAmong(place, keys)
}

const partsAmong = ({ folder }: Place, keys: readonly string[]) =>
  keys
    .filter((key) => {
      const name = key.slice(folder.length + 1)
      return name.startsWith(PREFIX) && segmentOf(name.slice(PREFIX.length).split('_')[0]!)
    })
    .sort()

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function* once(bytes: Buffer) {
  yield bytes
}
