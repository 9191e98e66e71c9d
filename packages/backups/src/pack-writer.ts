import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { PackedFile } from './backup-index.ts'

/** Compressed apart, so that reading needs no more memory than this. */
export const PIECE_BYTES = 1024 * 1024
/** As many pieces are compressed by other threads while more bytes arrive. */
const PIECES_IN_FLIGHT = 4
const LEVEL = 1

const compress = promisify(zstdCompress)
const OPTIONS = {
  params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  // In one go: what cannot be compressed grows a little.
  chunkSize: PIECE_BYTES + PIECE_BYTES / 128,
}

/** A file whose bytes follow, or the next bytes of the last one. Nothing may keep `data` after the next event. */
export type PackEvent = { file: string } | { data: Buffer }

/**
 * Compresses files into one stream of bytes. Each file's place in it, length and checksum are added to `files`, which is
 * complete when the stream has ended.
 */
export async function* packed(events: AsyncIterable<PackEvent>, files: PackedFile[]): AsyncGenerator<Buffer> {
  const inFlight: { file: PackedFile; piece: Promise<Buffer> }[] = []
  // Pieces are used again: a buffer for each would have to be found by garbage collection.
  const unused: Buffer[] = []
  let at = 0
  const take = async () => {
    const { file, piece } = inFlight.shift()!
    const bytes = await piece
    if (file.pieces.length === 0) file.at = at
    file.pieces.push(bytes.length)
    at += bytes.length
    return bytes
  }
  let current: { file: PackedFile; hash: Hash; data: Buffer; length: number } | undefined
  const flush = () => {
    const { file, hash, data, length } = current!
    const filled = data.subarray(0, length)
    hash.update(filled)
    const piece = compress(filled, OPTIONS).finally(() => unused.push(data))
    // A failure is reported when its turn comes.
    piece.catch(() => undefined)
    inFlight.push({ file, piece })
    current!.data = unused.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
    current!.length = 0
  }
  const end = () => {
    if (!current) return
    if (current.length > 0) flush()
    unused.push(current.data)
    current.file.sha256 = current.hash.digest('hex')
    current = undefined
  }
  for await (const event of events) {
    if ('file' in event) {
      end()
      const file: PackedFile = { path: event.file, bytes: 0, sha256: '', at, pieces: [] }
      files.push(file)
      const data = unused.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
      current = { file, hash: createHash('sha256'), data, length: 0 }
    } else {
      const { data } = event
      current!.file.bytes += data.length
      for (let from = 0; from < data.length; ) {
        const copied = data.copy(current!.data, current!.length, from)
        from += copied
        current!.length += copied
        if (current!.length === PIECE_BYTES) flush()
      }
    }
    while (inFlight.length > PIECES_IN_FLIGHT) yield await take()
  }
  end()
  while (inFlight.length > 0) yield await take()
}
