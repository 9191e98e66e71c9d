import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { PIECE_BYTES } from './pack-writer.ts'

/** A compressed piece, and where in which file it belongs. */
interface Piece {
  path: string
  /** The first piece makes the file. */
  at: number
  /** The length of what it becomes. */
  bytes: number
}

/** The compressed piece lies at the beginning of `place`, which both threads see. */
export interface PieceRequest extends Piece {
  id: number
  place: SharedArrayBuffer
  length: number
}

export type PieceResponse = { id: number; failure?: { message: string; code?: string | undefined } }

/** The code of a piece that cannot be decompressed, or into something else. */
export const DAMAGED_PIECE = 'DAMAGED_PIECE'

const THREADS = Math.min(2, availableParallelism())
/** One is worked on and the others wait: the main thread is not always there to put the next one. */
const PLACES_EACH = 4
/** A piece that cannot be compressed becomes a little longer. */
const PLACE_BYTES = PIECE_BYTES + PIECE_BYTES / 64
/** After that long without work, in milliseconds, the threads end. */
const IDLE_MS = 5_000

interface Thread {
  worker: Worker
  /** Where compressed pieces are put for it, as long as they are free. */
  places: SharedArrayBuffer[]
  pending: Map<number, { place: SharedArrayBuffer; resolve: () => void; reject: (error: Error) => void }>
}

let threads: Thread[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined
const waiting: (() => void)[] = []

/**
 * Decompresses pieces and writes them to files, on threads that do both one after the other: passing each piece of a
 * gigabyte from thread to thread, and the memory for it, takes about as long as all the rest. Compressed pieces are copied
 * into memory that stays: with new memory for each, garbage collection reads all of the program's objects again and again.
 */
export const pieceFiles = {
  /**
   * Resolves once the piece, which comes in parts, has been copied; what it resolves to tells when it has been written.
   */
  async write(piece: Piece, parts: readonly Uint8Array[]): Promise<{ written: Promise<void> }> {
    clearTimeout(idle)
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
    const id = ++lastId
    const written = new Promise<void>((resolve, reject) => thread.pending.set(id, { place, resolve, reject }))
    thread.worker.ref()
    thread.worker.postMessage({ id, ...piece, place, length } satisfies PieceRequest)
    return { written }
  },
}

function leastBusy(): Thread {
  while (threads.length < THREADS) threads.push(newThread())
  return threads.reduce((least, thread) => (thread.places.length > least.places.length ? thread : least))
}

function newThread(): Thread {
  const worker = new Worker(new URL('./piece-files-thread.ts', import.meta.url))
  const places = Array.from({ length: PLACES_EACH }, () => new SharedArrayBuffer(PLACE_BYTES))
  const thread: Thread = { worker, places, pending: new Map() }
  worker.unref()
  worker.on('message', ({ id, failure }: PieceResponse) => {
    const { place, resolve, reject } = thread.pending.get(id)!
    thread.pending.delete(id)
    places.push(place)
    if (failure) reject(Object.assign(new Error(failure.message), { code: failure.code }))
    else resolve()
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
