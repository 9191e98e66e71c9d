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

/**
 * Puts a file together from its versions, the oldest first, which has to be whole. It reads all of them side by side, so
 * that it holds no more than a block of each. @throws RangeError when a version is not what PostgreSQL writes
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
  for (let block = 0; block < length; block++) {
    // An older version of a block counts only where no newer version of the file was shorter.
    let found: Buffer | undefined
    let isCut = false
    for (const layer of layers.toReversed()) {
      const own = await layer.take(block)
      if (!found && !isCut) found = own
      if (block >= layer.truncation) isCut = true
    }
    const base = await source.next()
    yield found ?? (isCut ? undefined : base) ?? Buffer.alloc(BLOCK_BYTES)
  }
  for (const layer of layers) await layer.source.drain()
  await source.drain()
}

interface Layer {
  truncation: number
  /** In ascending order. */
  blocks: number[]
  source: BlockSource
  /** This block, if it is part of the layer. */
  take(block: number): Promise<Buffer | undefined>
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
    source,
    async take(block) {
      if (blocks[next] !== block) return undefined
      next++
      const bytes = await source.next()
      if (bytes?.length !== BLOCK_BYTES) throw new RangeError('ends too early')
      return bytes
    },
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
    const bytes = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(bytes.length)
    return bytes
  }

  /** The next block; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const bytes = await this.read(BLOCK_BYTES)
    return bytes.length === 0 ? undefined : bytes
  }

  /** Reads to the end, where the checksum of all bytes is compared. */
  async drain(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }
}
