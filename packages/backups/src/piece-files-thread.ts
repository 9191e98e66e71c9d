import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { constants as zlib, zstdDecompressSync } from 'node:zlib'
import { DAMAGED_PIECE, type PieceRequest, type PieceResponse } from './piece-files.ts'

/** The thread behind `pieceFiles`. */

parentPort!.on('message', (request: PieceRequest) => parentPort!.postMessage(answer(request)))

function answer({ id, path, at, place, length, bytes }: PieceRequest): PieceResponse {
  try {
    write(path, at, decompressed(new Uint8Array(place, 0, length), bytes))
    return { id }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { id, failure: { message, code } }
  }
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

function write(path: string, at: number, piece: Buffer) {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    for (let written = 0; written < piece.length; )
      written += writeSync(file, piece, written, piece.length - written, at + written)
  } finally {
    closeSync(file)
  }
  // Small pieces share their memory.
  if (piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength > Buffer.poolSize)
    piece.buffer.transfer(0)
}
