import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  modified: Date
  bytes: AsyncIterable<Uint8Array>
}

interface Written {
  name: Buffer
  time: number
  checksum: number
  size: number
  offset: number
}

/** Names are UTF-8; sizes follow the data (data descriptor). */
const FLAGS = 0x0808
const VERSION = 45
const UINT32_MAX = 0xffffffff
const UINT16_MAX = 0xffff

/**
 * A zip archive of any size, generated while it is read (PKWARE APPNOTE, with ZIP64). Files are stored uncompressed,
 * because most stored files are compressed already.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let offset = 0
  const counted = (bytes: Buffer) => {
    offset += bytes.length
    return bytes
  }
  for await (const entry of entries) {
    const file: Written = {
      name: Buffer.from(entry.name),
      time: dosTime(entry.modified),
      checksum: 0,
      size: 0,
      offset,
    }
    yield counted(localHeader(file))
    for await (const chunk of entry.bytes) {
      file.checksum = crc32(chunk, file.checksum)
      file.size += chunk.length
      yield counted(Buffer.from(chunk))
    }
    yield counted(sizesAfter(file))
    directory.push(file)
  }
  const start = offset
  for (const file of directory) yield counted(directoryEntry(file))
  yield endOf(directory.length, start, offset - start)
}

/** Has an empty ZIP64 field, so that the sizes after the data have eight bytes each. */
function localHeader({ name, time }: Written) {
  return Buffer.concat([
    fields([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [0, 2], [time, 4], [0, 4]),
    fields([UINT32_MAX, 4], [UINT32_MAX, 4], [name.length, 2], [20, 2]),
    name,
    fields([1, 2], [16, 2], [0, 8], [0, 8]),
  ])
}

const sizesAfter = ({ checksum, size }: Written) =>
  fields([0x08074b50, 4], [checksum, 4], [size, 8], [size, 8])

function directoryEntry({ name, time, checksum, size, offset }: Written) {
  return Buffer.concat([
    fields([0x02014b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [0, 2], [time, 4], [checksum, 4]),
    fields([UINT32_MAX, 4], [UINT32_MAX, 4], [name.length, 2], [28, 2], [0, 2], [0, 2], [0, 2], [0, 4]),
    fields([UINT32_MAX, 4]),
    name,
    fields([1, 2], [24, 2], [size, 8], [size, 8], [offset, 8]),
  ])
}

function endOf(count: number, start: number, size: number) {
  const short = Math.min(count, UINT16_MAX)
  return Buffer.concat([
    fields([0x06064b50, 4], [44, 8], [VERSION, 2], [VERSION, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [size, 8], [start, 8]),
    fields([0x07064b50, 4], [0, 4], [start + size, 8], [1, 4]),
    fields([0x06054b50, 4], [0, 2], [0, 2], [short, 2], [short, 2]),
    fields([Math.min(size, UINT32_MAX), 4], [Math.min(start, UINT32_MAX), 4], [0, 2]),
  ])
}

/** Little-endian integers of the given sizes. */
function fields(...numbers: [value: number, bytes: 2 | 4 | 8][]) {
  return Buffer.concat(
    numbers.map(([value, length]) => {
      const bytes = Buffer.alloc(length)
      if (length === 8) bytes.writeBigUInt64LE(BigInt(value))
      else bytes.writeUIntLE(value, 0, length)
      return bytes
    }),
  )
}

/** MS-DOS date and time, 16 bits each: two-second steps, from 1980. */
function dosTime(moment: Date) {
  const year = Math.max(0, moment.getUTCFullYear() - 1980)
  const date = (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}
