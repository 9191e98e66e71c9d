import { createHash, type Hash } from 'node:crypto'
import type { PackedFile } from './backup-index.ts'
import { type PieceCompressor, pieceCompressor } from './piece-compressor.ts'

/** Compressed apart, so that reading needs no more memory than this. */
export const PIECE_BYTES = 1024 * 1024
/** As many pieces are compressed by other threads while more bytes arrive. */
const PIECES_IN_FLIGHT = 4

/**
 * A file whose bytes follow, the next bytes of the last one, or a file whose pieces are compressed by others. Nothing may keep
 * `data` after the next event.
 */
export type PackEvent = { file: string } | { data: Buffer } | FileInPieces

export interface FileInPieces {
  whole: string
  /** Uncompressed. */
  bytes: number
  /** The compressed piece that begins at a position. Some are asked for before the first one is there. */
  pieceAt(position: number): Promise<Uint8Array>
}

/**
 * Compresses files into one stream of bytes. Each file's place in it, length and checksum are added to `files`, which is
 * complete when the stream has ended.
 */
export async function* packed(
  events: AsyncIterable<PackEvent>,
  files: PackedFile[],
): AsyncGenerator<Uint8Array> {
  const places = Array.from({ length: PIECES_IN_FLIGHT + 2 }, newPlace)
  try {
    yield* packedIn(places, events, files)
  } finally {
    for (const { compressor, piece } of places) void piece.catch(() => undefined).then(compressor.close)
  }
}

/** Where a piece is gathered and compressed. */
interface Place {
  data: Buffer
  compressor: PieceCompressor
  /** The compressed piece that was in it last. */
  piece: Promise<Buffer>
}

/** A file whose pieces are on their way. */
interface Packing {
  file: PackedFile
  /** Of the pieces that have been passed on. */
  hash: Hash
  /** How many pieces have not. */
  left: number
  /** Whether no more will come. */
  hasEnded: boolean
}

function complete({ file, hash, left, hasEnded }: Packing) {
  if (hasEnded && left === 0) file.storedSha256 = hash.digest('hex')
}

const newPlace = (): Place => ({
  data: Buffer.allocUnsafeSlow(PIECE_BYTES),
  compressor: pieceCompressor(),
  piece: Promise.resolve(Buffer.alloc(0)),
})

/** Places are used in turn: memory for each piece would have to be found by garbage collection. */
async function* packedIn(
  places: readonly Place[],
  events: AsyncIterable<PackEvent>,
  files: PackedFile[],
): AsyncGenerator<Uint8Array> {
  const inFlight: { file: Packing; piece: Promise<Uint8Array> }[] = []
  let at = 0
  let used = 0
  const take = async () => {
    const { file: packing, piece } = inFlight.shift()!
    const { file, hash } = packing
    const bytes = await piece
    if (file.pieces.length === 0) file.at = at
    file.pieces.push(bytes.length)
    at += bytes.length
    hash.update(bytes)
    packing.left -= 1
    complete(packing)
    return bytes
  }
  let current: Packing | undefined
  let place = places[0]!
  let length = 0
  const begin = (path: string) => {
    end()
    const file: PackedFile = { path, bytes: 0, storedSha256: '', at, pieces: [] }
    files.push(file)
    current = { file, hash: createHash('sha256'), left: 0, hasEnded: false }
  }
  const pass = (piece: Promise<Uint8Array>) => {
    const file = current!
    // A failure is reported when its turn comes.
    piece.catch(() => undefined)
    file.left += 1
    inFlight.push({ file, piece })
  }
  const flush = () => {
    const { compressor, data } = place
    place.piece = compressor.compress(data.subarray(0, length))
    pass(place.piece)
    place = places[++used % places.length]!
    length = 0
  }
  const end = () => {
    if (!current) return
    if (length > 0) flush()
    current.hasEnded = true
    complete(current)
    current = undefined
  }
  for await (const event of events) {
    if ('file' in event) begin(event.file)
    else if ('whole' in event) {
      begin(event.whole)
      current!.file.bytes = event.bytes
      for (let from = 0; from < event.bytes; from += PIECE_BYTES) {
        while (inFlight.length > PIECES_IN_FLIGHT) yield await take()
        pass(event.pieceAt(from))
      }
    } else {
      const { data } = event
      current!.file.bytes += data.length
      for (let from = 0; from < data.length; ) {
        // More pieces than there are places are never in flight.
        while (inFlight.length > PIECES_IN_FLIGHT) yield await take()
        const copied = data.copy(place.data, length, from)
        from += copied
        length += copied
        if (length === PIECE_BYTES) flush()
      }
    }
    while (inFlight.length > PIECES_IN_FLIGHT) yield await take()
  }
  end()
  while (inFlight.length > 0) yield await take()
}
