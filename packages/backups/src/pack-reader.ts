import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdDecompress } from 'node:zlib'
import type { PackedFile } from './backup-index.ts'
import { DamagedBackup } from './damaged-backup.ts'
import type { Pack } from './pack.ts'
import { PIECE_BYTES } from './pack-writer.ts'

const decompress = promisify(zstdDecompress)

/** How many pieces are decompressed while one is used; each takes a megabyte. */
const PIECES_AHEAD = 3

/**
 * The bytes of one file of a backup, in pieces. The last piece comes only after the checksum of all of them was compared.
 * @throws DamagedBackup with the file's name
 */
export async function* fileBytes(pack: Pack, file: PackedFile): AsyncGenerator<Buffer> {
  const { id } = pack
  const { storedSha256, sha256 } = file
  const hash = createHash('sha256')
  let held: Buffer | undefined
  let bytes = 0
  const onStored = (piece: Buffer) => void (storedSha256 !== undefined && hash.update(piece))
  for await (const piece of decompressed(pack, file, onStored)) {
    if (held) yield held
    if (storedSha256 === undefined) hash.update(piece)
    bytes += piece.length
    held = piece
  }
  if (bytes !== file.bytes || hash.digest('hex') !== (storedSha256 ?? sha256))
    throw new DamagedBackup(id, file.path)
  if (held) yield held
}

/** Decompresses pieces in order, the next ones on other threads while one is used. */
async function* decompressed(
  pack: Pack,
  file: PackedFile,
  onStored: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  const inFlight: Promise<Buffer>[] = []
  let left = file.bytes
  for await (const compressed of piecesOf(pack, file)) {
    onStored(compressed)
    // In one go: memory of the right size, and a byte more, because what fills it is followed by more memory.
    const chunkSize = Math.max(Math.min(left, PIECE_BYTES) + 1, constants.Z_MIN_CHUNK)
    left -= PIECE_BYTES
    const piece = decompress(compressed, { chunkSize }).catch(() => {
      throw new DamagedBackup(pack.id, file.path)
    })
    // A failure is reported when its turn comes.
    piece.catch(() => undefined)
    inFlight.push(piece)
    if (inFlight.length > PIECES_AHEAD) yield inFlight.shift()!
  }
  yield* inFlight
}

async function* piecesOf(pack: Pack, { path, at, pieces }: PackedFile): AsyncGenerator<Buffer> {
  const length = pieces.reduce((sum, piece) => sum + piece, 0)
  if (length === 0) return
  const body = await pack.read(at, length)
  if (!body) throw new DamagedBackup(pack.id, path, 'is missing')
  const wanted = pieces.values()
  let next = wanted.next()
  let buffers: Buffer[] = []
  let buffered = 0
  for await (const bytes of body) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    buffers.push(chunk)
    buffered += chunk.length
    while (!next.done && buffered >= next.value) {
      const all = Buffer.concat(buffers, buffered)
      yield all.subarray(0, next.value)
      buffers = [all.subarray(next.value)]
      buffered -= next.value
      next = wanted.next()
    }
  }
  if (!next.done) throw new DamagedBackup(pack.id, path, 'ends too early')
}
