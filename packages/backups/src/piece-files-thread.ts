import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { PIECE_BYTES } from './pack-writer.ts'
import { COMPRESSIONS, type Compression, isQuickEnough } from './piece-compressor.ts'
import {
  type BegunFile,
  type CompressedPiece,
  DAMAGED_PIECE,
  type FilesToBegin,
  type PieceRequest,
  type PieceResponse,
  type PieceToRead,
  type PieceToWrite,
} from './piece-files.ts'

/** The thread behind `pieceFiles`. */

parentPort!.on('message', (request: PieceRequest) => {
  const response = answer(request)
  const pieces = [response.read, ...(response.begun ?? [])]
  parentPort!.postMessage(
    response,
    pieces.flatMap((piece) => (piece ? [piece.compressed.buffer as ArrayBuffer] : [])),
  )
})

function answer(request: PieceRequest): PieceResponse {
  const { id } = request
  try {
    if (request.kind === 'begin') return { id, begun: begin(request.files) }
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

function begin({ paths, uid }: FilesToBegin): (BegunFile | undefined)[] {
  return paths.map((path) => {
    const file = opened(path, uid)
    // Dropped meanwhile: the log drops it again.
    if (file === undefined) return undefined
    try {
      const { size: bytes } = fstatSync(file)
      const piece = memory.subarray(0, Math.min(bytes, PIECE_BYTES))
      fill(piece, file, 0)
      // It stands for those that follow.
      return { ...compressed(piece, bytes > PIECE_BYTES ? 'tried' : 'thorough'), bytes }
    } finally {
      closeSync(file)
    }
  })
}

function read({ path, at, bytes, uid, compression }: PieceToRead): CompressedPiece {
  const piece = memory.subarray(0, bytes)
  const file = opened(path, uid)
  if (file === undefined) return compressed(piece.fill(0), compression)
  try {
    fill(piece, file, at)
    return compressed(piece, compression)
  } finally {
    closeSync(file)
  }
}

/** Reads from a position on; what is behind the end of the file is zeros. */
function fill(piece: Buffer, file: number, at: number) {
  let length = 0
  while (length < piece.length) {
    const found = readSync(file, piece, length, piece.length - length, at + length)
    if (found === 0) break
    length += found
  }
  piece.fill(0, length)
}

/** The file; undefined when it is gone. */
function opened(path: string, uid: number): number | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (fstatSync(file).uid === uid) return file
  closeSync(file)
  throw new Error(`${path} does not belong to the database.`)
}

/** `tried` tries both, and prefers the quick one unless it takes noticeably more space. */
function compressed(piece: Buffer, compression: Compression | 'tried'): CompressedPiece {
  if (compression !== 'tried') return compressedBy(piece, compression)
  const quick = compressedBy(piece, 'quick')
  const thorough = compressedBy(piece, 'thorough')
  return isQuickEnough(quick.compressed.length, thorough.compressed.length) ? quick : thorough
}

function compressedBy(piece: Buffer, compression: Compression): CompressedPiece {
  // Room for what does not become smaller: then it is compressed in one go.
  const chunkSize = piece.length + (piece.length >> 7) + 512
  const bytes = zstdCompressSync(piece, { chunkSize, params: COMPRESSIONS[compression] })
  const own = new Uint8Array(bytes)
  free(bytes)
  return { compressed: own, compression }
}

/** Frees memory at once, rather than at the next garbage collection. Small pieces share theirs. */
function free({ buffer }: Buffer) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
