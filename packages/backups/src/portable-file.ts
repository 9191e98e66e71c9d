import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { PIECE_BYTES } from './pack-writer.ts'

/** What a portable file begins with. The number is that of its format. */
const MAGIC = Buffer.from('BASALT PROJECT 1\n')

const ENTRY = 1
const PIECE = 2
const END = 3
const FRAME_HEAD_BYTES = 5
/** Names and facts; a longer one was written by somebody else. */
const ENTRY_BYTES_MAX = 64 * 1024 * 1024
/** A piece that does not compress is a little longer. */
const PIECE_BYTES_MAX = 2 * PIECE_BYTES

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Facts about the project, a saved query, a file or folder of its data directory, or the bytes of one of its stored files. */
export type PortableHead =
  | { section: 'about' | 'snippet'; value: unknown }
  | { section: 'database'; kind: 'file' | 'folder'; path: string }
  | { section: 'file'; version: string }

export type PortableEntry = PortableHead & { bytes?: AsyncIterable<Uint8Array> }

/** A file that no Basalt of this format wrote. */
export class ForeignFile extends Error {
  constructor() {
    super('This is not the file of a Basalt project, or it was written by a later version.')
  }
}

/** A file that was cut off, or whose bytes have changed. */
export class DamagedPortableFile extends Error {
  constructor(reason: string) {
    super(`The file is damaged: ${reason}. Download it again.`)
  }
}

/** One file of everything that a project is. Memory does not grow with it. */
export async function* portableFile(entries: AsyncIterable<PortableEntry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(MAGIC)
  let count = 0
  for await (const { bytes, ...head } of entries) {
    count += 1
    yield hashed(frame(ENTRY, Buffer.from(JSON.stringify(head))))
    if (bytes) for await (const piece of compressedPieces(bytes)) yield hashed(frame(PIECE, piece))
  }
  yield frame(END, Buffer.from(JSON.stringify({ entries: count, sha256: hash.digest('hex') })))
}

function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt8(type)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

async function* compressedPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let length = 0
  const take = () => {
    const piece = Buffer.concat(held, length)
    held = []
    length = 0
    return compress(piece, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  }
  for await (const part of bytes)
    for (let from = 0; from < part.length; ) {
      const some = part.subarray(from, from + PIECE_BYTES - length)
      // The memory of a part may be freed as soon as the next one is read.
      held.push(Buffer.from(some))
      length += some.length
      from += some.length
      if (length === PIECE_BYTES) yield await take()
    }
  if (length > 0) yield await take()
}

/** What is found while a portable file is read from its beginning. Pieces are as they were written: compressed. */
export type PortableEvent = { head: PortableHead; at: number } | { piece: Buffer }

/** Splits the bytes of a portable file, which come in parts of any size. Holds one frame at a time. */
export class PortableReader {
  readonly #hash: Hash = createHash('sha256')
  #pending: Buffer = Buffer.alloc(0)
  /** What follows `pending`, until both are as long as the next frame. */
  #arrived: Buffer[] = []
  #arrivedBytes = 0
  #needed = 0
  #at = 0
  #entries = 0
  #hasBegun = false
  #isComplete = false

  /** Call after the last part. @throws ForeignFile, DamagedPortableFile when the file was cut off */
  finish() {
    if (!this.#hasBegun) throw new ForeignFile()
    if (!this.#isComplete || this.#arrivedBytes > 0) throw new DamagedPortableFile('its end is missing')
  }

  /** @throws ForeignFile, DamagedPortableFile */
  *read(part: Uint8Array): Generator<PortableEvent> {
    this.#arrived.push(Buffer.from(part))
    this.#arrivedBytes += part.length
    if (this.#pending.length + this.#arrivedBytes < this.#needed) return
    this.#pending = Buffer.concat([this.#pending, ...this.#arrived])
    this.#arrived = []
    this.#arrivedBytes = 0
    this.#needed = 0
    if (!this.#hasBegun) {
      const begun = this.#pending.subarray(0, MAGIC.length)
      if (!begun.equals(MAGIC.subarray(0, begun.length))) throw new ForeignFile()
      if (begun.length < MAGIC.length) return
      this.#hash.update(MAGIC)
      this.#take(MAGIC.length)
      this.#hasBegun = true
    }
    while (this.#pending.length > 0) {
      if (this.#isComplete) throw new DamagedPortableFile('something follows its end')
      if (this.#pending.length < FRAME_HEAD_BYTES) return
      const type = this.#pending.readUInt8()
      const length = this.#pending.readUInt32BE(1)
      if (length > (type === PIECE ? PIECE_BYTES_MAX : ENTRY_BYTES_MAX) || type < ENTRY || type > END)
        throw new DamagedPortableFile('its bytes have changed')
      this.#needed = FRAME_HEAD_BYTES + length
      if (this.#pending.length < this.#needed) return
      const at = this.#at
      const whole = this.#take(FRAME_HEAD_BYTES + length)
      const payload = whole.subarray(FRAME_HEAD_BYTES)
      if (type === END) this.#end(payload)
      else {
        this.#hash.update(whole)
        if (type === PIECE) yield { piece: payload }
        else {
          this.#entries += 1
          yield { head: jsonOf(payload) as PortableHead, at }
        }
      }
    }
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    this.#at += length
    return taken
  }

  #end(payload: Buffer) {
    const { entries, sha256 } = jsonOf(payload) as { entries: number; sha256: string }
    if (entries !== this.#entries || sha256 !== this.#hash.digest('hex'))
      throw new DamagedPortableFile('its bytes have changed')
    this.#isComplete = true
  }
}

function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    throw new DamagedPortableFile('its bytes have changed')
  }
}

/** The bytes of the first entry of a portable file that is read from where the entry begins. */
export async function* bytesOfEntry(from: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0)
  let arrived: Uint8Array[] = []
  let [arrivedBytes, needed] = [0, FRAME_HEAD_BYTES]
  let hasBegun = false
  for await (const part of from) {
    arrived.push(part)
    arrivedBytes += part.length
    if (pending.length + arrivedBytes < needed) continue
    pending = Buffer.concat([pending, ...arrived])
    arrived = []
    arrivedBytes = 0
    needed = FRAME_HEAD_BYTES
    while (pending.length >= FRAME_HEAD_BYTES) {
      const length = pending.readUInt32BE(1)
      needed = FRAME_HEAD_BYTES + length
      if (pending.length < needed) break
      const type = pending.readUInt8()
      if (hasBegun && type !== PIECE) return
      const payload = pending.subarray(FRAME_HEAD_BYTES, FRAME_HEAD_BYTES + length)
      if (hasBegun) yield await decompress(payload)
      hasBegun = true
      pending = pending.subarray(FRAME_HEAD_BYTES + length)
    }
  }
}
