import { PIECE_BYTES } from './pack-writer.ts'

const MAGIC = 0xd3ae1f0d
const BLOCK_BYTES = 8192
const HEAD_BYTES = 12

/** Bytes of one version of a file, in pieces. */
export type FileBytes = AsyncIterable<Buffer>

/** A version of a file in a chain of backups: all of it, or the blocks that changed since the version before. */
export interface FileVersion {
  kind: 'whole' | 'incremental'
  bytes: FileBytes
}

/** What is put together at a time: a file in a backup comes in such pieces, so that no byte of them is copied. */
const BLOCKS_AT_ONCE = PIECE_BYTES / BLOCK_BYTES

/**
 * Puts a file together from its versions, the oldest first, which has to be whole. It reads all of them side by side, so
 * that it holds no more than a piece of each. Blocks are written into the pieces of the oldest one.
 * @throws RangeError when a version is not what PostgreSQL writes
 */
export async function* reconstructed(versions: readonly FileVersion[]): AsyncGenerator<Buffer> {
  const [whole, ...rest] = versions
  if (whole?.kind !== 'whole') throw new RangeError('has no whole version')
  if (rest.length === 0) return yield* whole.bytes
  const source = new BlockSource(whole.bytes)
  const layers = await Promise.all(rest.map(({ bytes }) => openLayer(bytes)))
  // The newest version knows how long the file is.
  const newest = layers.at(-1)!
  const length = Math.max(newest.truncation, (newest.blocks.at(-1) ?? -1) + 1)
  for (let first = 0; first < length; first += BLOCKS_AT_ONCE) {
    const end = Math.min(first + BLOCKS_AT_ONCE, length)
    const piece = await baseOf(source, (end - first) * BLOCK_BYTES)
    for (const layer of layers) {
      // What the version before had behind its end is gone, also where a later one is longer again.
      if (layer.truncation < end) piece.fill(0, Math.max(layer.truncation - first, 0) * BLOCK_BYTES)
      await layer.writeInto(piece, first, end)
    }
    yield piece
  }
  for (const layer of layers) await layer.drain()
  await source.drain()
}

/** The next bytes of the oldest version; zeros behind its end. */
async function baseOf(source: BlockSource, length: number): Promise<Buffer> {
  const bytes = await source.read(length)
  return bytes.length === length ? bytes : Buffer.concat([bytes], length)
}

interface Layer {
  /** How many blocks the file had at some moment since the version before. */
  truncation: number
  /** In ascending order. */
  blocks: number[]
  /** Writes the blocks of the layer into a piece that has those from `first` to `end`, which is excluded. */
  writeInto(piece: Buffer, first: number, end: number): Promise<void>
  drain(): Promise<void>
}

async function openLayer(bytes: FileBytes): Promise<Layer> {
  const source = new BlockSource(bytes)
  const head = await source.read(HEAD_BYTES)
  if (head.length < HEAD_BYTES || head.readUInt32LE(0) !== MAGIC)
    throw new RangeError('is no incremental file')
  const count = head.readUInt32LE(4)
  const truncation = head.readUInt32LE(8)
  const numbers = await source.read(count * 4)
  if (numbers.length < count * 4) throw new RangeError('ends too early')
  const headEnd = HEAD_BYTES + count * 4
  if (count > 0) await source.read((BLOCK_BYTES - (headEnd % BLOCK_BYTES)) % BLOCK_BYTES)
  const blocks = Array.from({ length: count }, (_, index) => numbers.readUInt32LE(index * 4))
  if (blocks.some((block, index) => index > 0 && block <= blocks[index - 1]!))
    throw new RangeError('has blocks out of order')
  let next = 0
  return {
    truncation,
    blocks,
    async writeInto(piece, first, end) {
      for (; blocks[next]! < end; next++) {
        const bytes = source.buffered(BLOCK_BYTES) ?? (await source.read(BLOCK_BYTES))
        if (bytes.length < BLOCK_BYTES) throw new RangeError('ends too early')
        bytes.copy(piece, (blocks[next]! - first) * BLOCK_BYTES)
      }
    },
    drain: () => source.drain(),
  }
}

/** Reads a stream of pieces in lengths of the reader's own. */
class BlockSource {
  readonly #pieces: AsyncIterator<Buffer>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(bytes: FileBytes) {
    this.#pieces = bytes[Symbol.asyncIterator]()
  }

  /** Fewer bytes at the end of the stream. */
  async read(length: number): Promise<Buffer> {
    while (this.#buffer.length < length) {
      const { value, done } = await this.#pieces.next()
      if (done) break
      this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
    }
    return this.buffered(Math.min(length, this.#buffer.length))!
  }

  /** As many bytes, if they are there already. */
  buffered(length: number): Buffer | undefined {
    if (this.#buffer.length < length) return undefined
    const bytes = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return bytes
  }

  /** Reads to the end, where the checksum of all bytes is compared. */
  async drain(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }
}
