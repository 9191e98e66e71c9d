import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdDecompress } from 'node:zlib'
import { freeMemory } from '@basalt/object-store/free-memory.ts'
import type { PackedFile } from './backup-index.ts'
import { DamagedBackup } from './damaged-backup.ts'
import type { Pack } from './pack.ts'
import { PIECE_BYTES } from './pack-writer.ts'
import { DAMAGED_PIECE, pieceFiles } from './piece-files.ts'

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

/**
 * Writes one file of a backup to a path where none is, which takes half as long as writing what `fileBytes` yields. What was
 * written before a failure is left to the caller. @throws DamagedBackup with the file's name, or the signal's reason
 */
export async function writeFileTo(
  pack: Pack,
  file: PackedFile,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  if (file.pieces.length === 0) await writeFile(path, '', { mode: 0o600 })
  const hash = createHash('sha256')
  const writing: Promise<void>[] = []
  let at = 0
  try {
    for await (const parts of piecesOf(pack, file)) {
      signal.throwIfAborted()
      for (const part of parts) hash.update(part)
      const bytes = Math.min(file.bytes - at, PIECE_BYTES)
      const { written } = await pieceFiles.write({ path, at, bytes }, parts)
      // A failure is reported below.
      written.catch(() => undefined)
      writing.push(written)
      at += bytes
    }
    await Promise.all(writing)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === DAMAGED_PIECE) throw new DamagedBackup(pack.id, file.path)
    throw error
  } finally {
    // Nothing writes into the folder any more.
    await Promise.allSettled(writing)
  }
  if (at !== file.bytes || hash.digest('hex') !== file.storedSha256)
    throw new DamagedBackup(pack.id, file.path)
}

/** Decompresses pieces in order, the next ones on other threads while one is used. */
async function* decompressed(
  pack: Pack,
  file: PackedFile,
  onStored: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  const inFlight: Promise<Buffer>[] = []
  let left = file.bytes
  for await (const parts of piecesOf(pack, file)) {
    const compressed = Buffer.concat(parts)
    onStored(compressed)
    // In one go: memory of the right size, and a byte more, because what fills it is followed by more memory.
    const chunkSize = Math.max(Math.min(left, PIECE_BYTES) + 1, constants.Z_MIN_CHUNK)
    left -= PIECE_BYTES
    const piece = decompress(compressed, { chunkSize })
      .catch(() => {
        throw new DamagedBackup(pack.id, file.path)
      })
      .finally(() => freeMemory(compressed))
    // A failure is reported when its turn comes.
    piece.catch(() => undefined)
    inFlight.push(piece)
    if (inFlight.length > PIECES_AHEAD) yield inFlight.shift()!
  }
  yield* inFlight
}

/** The compressed pieces of a file, each in parts, which are valid until the next one is asked for. */
async function* piecesOf(pack: Pack, { path, at, pieces }: PackedFile): AsyncGenerator<Uint8Array[]> {
  const length = pieces.reduce((sum, piece) => sum + piece, 0)
  if (length === 0) return
  const body = await pack.read(at, length)
  if (!body) throw new DamagedBackup(pack.id, path, 'is missing')
  const wanted = pieces.values()
  let next = wanted.next()
  let parts: Uint8Array[] = []
  /** Memory that has been read to its end: the piece is the last one that has a part of it. */
  let read: Uint8Array[] = []
  let missing = next.value ?? 0
  for await (const bytes of body) {
    for (let rest = bytes; rest.length > 0 && !next.done; ) {
      const part = rest.subarray(0, missing)
      parts.push(part)
      missing -= part.length
      rest = rest.subarray(part.length)
      if (rest.length === 0) read.push(bytes)
      if (missing > 0) continue
      yield parts
      for (const memory of read) freeMemory(memory)
      read = []
      parts = []
      next = wanted.next()
      missing = next.value ?? 0
    }
  }
  if (!next.done) throw new DamagedBackup(pack.id, path, 'ends too early')
}
