import { constants, createZstdCompress } from 'node:zlib'

export type Compression = 'thorough' | 'quick'

const THOROUGH = {
  [constants.ZSTD_c_compressionLevel]: 1,
  // Decompression then fails when it does not give the same bytes.
  [constants.ZSTD_c_checksumFlag]: 1,
}

/**
 * How pieces are compressed. The quick one has a table of 16 kB, which stays in the processor's nearest cache. It takes a fifth
 * less time, and finds as much where what repeats is near, as in many tables of numbers and codes; text becomes a sixth larger.
 */
export const COMPRESSIONS: Record<Compression, typeof THOROUGH> = {
  thorough: THOROUGH,
  quick: { ...THOROUGH, [constants.ZSTD_c_hashLog]: 12 },
}

/** The most that the quick one may add, as a share. */
const QUICK_ADDS_MAX = 0.01

/** Whether the quick one is worth it, by the bytes that both made of the same piece. */
export const isQuickEnough = (quick: number, thorough: number) => quick <= thorough * (1 + QUICK_ADDS_MAX)

/** Room for what a piece becomes: a tenth or less of most of them, so that few need more than one. */
const CHUNK_BYTES = 256 * 1024

export type PieceCompressor = ReturnType<typeof pieceCompressor>

/**
 * Compresses pieces one after the other, each so that it can be decompressed alone. Its memory is used for all of them: to
 * find and clear that of a compressor takes about as long as compressing a piece.
 */
export function pieceCompressor() {
  const stream = createZstdCompress({
    chunkSize: CHUNK_BYTES,
    // Each write is a piece as a whole. Its length is then known from its beginning, and decompression needs no memory in between.
    flush: constants.ZSTD_e_end,
    params: COMPRESSIONS.thorough,
  })
  let compressed: Buffer[] = []
  stream.on('data', (bytes: Buffer) => compressed.push(bytes))

  return {
    /** `piece` must stay as it is until then. */
    compress: (piece: Buffer) =>
      new Promise<Buffer>((resolve, reject) => {
        stream.once('error', reject)
        stream.write(piece, () => {
          stream.off('error', reject)
          // Some of it may wait to be passed on.
          while (stream.read() !== null);
          const bytes = compressed
          compressed = []
          resolve(bytes.length === 1 ? bytes[0]! : Buffer.concat(bytes))
        })
      }),

    close: () => stream.close(),
  }
}
