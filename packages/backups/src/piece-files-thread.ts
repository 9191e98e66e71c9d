import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { PIECE_BYTES } from './pack-writer.ts'
import { COMPRESSION } from './piece-compressor.ts'
import {
  type CompressedPiece,
  DAMAGED_PIECE,
  type PieceRequest,
  type PieceResponse,
  type PieceToRead,
  type PieceToWrite,
} from './piece-files.ts'

/** The thread behind `pieceFiles`. */

parentPort!.on('message', (request: PieceRequest) => {
  const response = answer(request)
  parentPort!.postMessage(response, response.read ? [response.read.compressed.buffer as ArrayBuffer] : [])
})

function answer(request: PieceRequest): PieceResponse {
  const { id } = request
  try {
    if (request.kind === 'read') return { id, read: read(request.piece) }
    write(request.piece, new Uint8Array(request.place, 0, request.length))
    return { id }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { id, failure: { message, code } }
  }
}

function write({ path, at, bytes }: PieceToWrite, compressed: Uint8Array) {
  const piece = decompressed(compressed, bytes)
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    for (let written = 0; written < piece.length; )
      written += writeSync(file, piece, written, piece.length - written, at + written)
  } finally {
    closeSync(file)
  }
  free(piece)
}

function decompressed(compressed: Uint8Array, bytes: number): Buffer {
  // In one go: memory of the right size, and a byte more, because what fills it is followed by more memory.
  const chunkSize = Math.max(bytes + 1, zlib.Z_MIN_CHUNK)
  let piece: Buffer | undefined
  try {
    piece = zstdDecompressSync(compressed, { chunkSize, maxOutputLength: chunkSize })
  } catch {
    // It is told by its code.
  }
  if (piece?.length === bytes) return piece
  throw Object.assign(new Error('A piece is damaged'), { code: DAMAGED_PIECE })
}

const memory = Buffer.allocUnsafeSlow(PIECE_BYTES)

function read({ path, at, bytes, uid }: PieceToRead): CompressedPiece {
  const file = opened(path, bytes === undefined)
  if (file === undefined) return { compressed: compressed(memory.fill(0).subarray(0, bytes)), fileBytes: 0 }
  try {
    const { size, uid: owner } = fstatSync(file)
    if (owner !== uid) throw new Error(`${path} does not belong to the database.`)
    const piece = memory.subarray(0, Math.min(bytes ?? size, PIECE_BYTES))
    let length = 0
    while (length < piece.length) {
      const found = readSync(file, piece, length, piece.length - length, at + length)
      if (found === 0) break
      length += found
    }
    piece.fill(0, length)
    return { compressed: compressed(piece), fileBytes: size }
  } finally {
    closeSync(file)
  }
}

/** The file; undefined when it is gone and need not exist. */
function opened(path: string, mustExist: boolean): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (mustExist || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

function compressed(piece: Buffer): Uint8Array {
  // Room for what does not become smaller: then it is compressed in one go.
  const chunkSize = piece.length + (piece.length >> 7) + 512
  const bytes = zstdCompressSync(piece, { chunkSize, params: COMPRESSION })
  const own = new Uint8Array(bytes)
  free(bytes)
  return own
}

/** Frees memory at once, rather than at the next garbage collection. Small pieces share theirs. */
function free({ buffer }: Buffer) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
