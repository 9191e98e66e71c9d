import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pieceCompressor } from './piece-compressor.ts'

/** Bits in the fifth byte of a frame of zstd; without any, it does not say how long its content is (RFC 8878, 3.1.1.1.1). */
const HAS_LENGTH = 0xe0

test('pieces of one compressor are decompressed alone, and begin with the length of what they become', async () => {
  const compressor = pieceCompressor()
  const pieces = [Buffer.from('a'), randomBytes(1_048_576), Buffer.alloc(1_048_576, 'page ')]
  const compressed: Buffer[] = []
  for (const piece of pieces) compressed.push(await compressor.compress(piece))
  compressor.close()
  // Not in the order in which they were compressed.
  for (const [index, piece] of [...pieces.entries()].reverse()) {
    expect(zstdDecompressSync(compressed[index]!).equals(piece)).toBe(true)
    expect(compressed[index]![4]! & HAS_LENGTH).not.toBe(0)
  }
})
