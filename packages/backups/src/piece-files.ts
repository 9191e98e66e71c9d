import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { PIECE_BYTES } from './pack-writer.ts'

/** Where in which file a piece belongs. */
export interface PieceToWrite {
  path: string
  /** The first piece makes the file. */
  at: number
  /** The length of what it becomes. */
  bytes: number
}

/** A part of a file that somebody writes meanwhile. */
export interface PieceToRead {
  path: string
  at: number
  /**
   * How many bytes it has, with zeros for those behind the end of the file, or of a file that is gone. Undefined for as many as
   * a piece has, or the file.
   */
  bytes?: number
  /** The user that the file must belong to: a link may lead elsewhere. */
  uid: number
}

export interface CompressedPiece {
  compressed: Uint8Array
  /** The length of the file. */
  fileBytes: number
}

/** A compressed piece to write lies at the beginning of `place`, which both threads see. */
export type PieceRequest = { id: number } & (
  | { kind: 'write'; piece: PieceToWrite; place: SharedArrayBuffer; length: number }
  | { kind: 'read'; piece: PieceToRead }
)

export interface PieceResponse {
  id: number
  failure?: { message: string; code?: string | undefined }
  read?: CompressedPiece
}

/** The code of a piece that cannot be decompressed, or into something else. */
export const DAMAGED_PIECE = 'DAMAGED_PIECE'

const THREADS = Math.min(2, availableParallelism())
/** Of pieces to write, one is worked on and the others wait: the main thread is not always there to put the next one. */
const PLACES_EACH = 4
/** A piece that cannot be compressed becomes a little longer. */
const PLACE_BYTES = PIECE_BYTES + PIECE_BYTES / 64
/** After that long without work, in milliseconds, the threads end. */
const IDLE_MS = 5_000

interface Pending {
  /** Where the piece to write lies. */
  place: SharedArrayBuffer | undefined
  resolve: (read: CompressedPiece | undefined) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  /** Where compressed pieces are put for it, as long as they are free. */
  places: SharedArrayBuffer[]
  pending: Map<number, Pending>
}

let threads: Thread[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined
const waiting: (() => void)[] = []

/**
 * Decompresses pieces and writes them to files, or reads files and compresses their pieces, on threads that do both one after the
 * other: passing each piece of a gigabyte from thread to thread, and the memory for it, takes about as long as all the rest.
 * What is written is copied into memory that stays: with new memory for each piece, garbage collection reads all of the
 * program's objects again and again.
 */
export const pieceFiles = {
  /** Some pieces are going to be read, so the threads start. */
  announce() {
    leastBusy()
    if (threads.every(({ pending }) => pending.size === 0)) endWhenIdle()
  },

  /**
   * Resolves once the compressed piece, which comes in parts, has been copied; what it resolves to tells when it has been
   * written.
   */
  async write(piece: PieceToWrite, parts: readonly Uint8Array[]): Promise<{ written: Promise<void> }> {
    let thread = leastBusy()
    while (thread.places.length === 0) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      thread = leastBusy()
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const free = thread.places.pop()!
    const place = length <= free.byteLength ? free : new SharedArrayBuffer(length)
    const copy = new Uint8Array(place)
    let at = 0
    for (const part of parts) {
      copy.set(part, at)
      at += part.length
    }
    const written = ask(thread, { kind: 'write', piece, place, length })
    return { written: written.then(() => undefined) }
  },

  /** The caller limits how many are under way. @throws ENOENT, only without `bytes` */
  async read(piece: PieceToRead): Promise<CompressedPiece> {
    return (await ask(leastBusy(), { kind: 'read', piece }))!
  },
}

function ask(
  thread: Thread,
  request:
    | Omit<Extract<PieceRequest, { kind: 'write' }>, 'id'>
    | Omit<Extract<PieceRequest, { kind: 'read' }>, 'id'>,
): Promise<CompressedPiece | undefined> {
  clearTimeout(idle)
  const id = ++lastId
  const place = request.kind === 'write' ? request.place : undefined
  const answered = new Promise<CompressedPiece | undefined>((resolve, reject) =>
    thread.pending.set(id, { place, resolve, reject }),
  )
  thread.worker.ref()
  thread.worker.postMessage({ id, ...request } satisfies PieceRequest)
  return answered
}

function leastBusy(): Thread {
  while (threads.length < THREADS) threads.push(newThread())
  return threads.reduce((least, thread) => (thread.pending.size < least.pending.size ? thread : least))
}

function newThread(): Thread {
  const worker = new Worker(new URL('./piece-files-thread.ts', import.meta.url))
  const places = Array.from({ length: PLACES_EACH }, () => new SharedArrayBuffer(PLACE_BYTES))
  const thread: Thread = { worker, places, pending: new Map() }
  worker.unref()
  worker.on('message', ({ id, failure, read }: PieceResponse) => {
    const { place, resolve, reject } = thread.pending.get(id)!
    thread.pending.delete(id)
    if (place) places.push(place)
    if (failure) reject(Object.assign(new Error(failure.message), { code: failure.code }))
    else resolve(read)
    if (thread.pending.size === 0) worker.unref()
    waiting.shift()?.()
    if (threads.every(({ pending }) => pending.size === 0)) endWhenIdle()
  })
  worker.once('error', (error) => {
    threads = threads.filter((other) => other !== thread)
    for (const { reject } of thread.pending.values()) reject(error)
    thread.pending.clear()
    for (const next of waiting.splice(0)) next()
  })
  return thread
}

function endWhenIdle() {
  clearTimeout(idle)
  idle = setTimeout(() => {
    for (const { worker } of threads) void worker.terminate()
    threads = []
  }, IDLE_MS).unref()
}
