import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { PIECE_BYTES } from './pack-writer.ts'
import type { Compression } from './piece-compressor.ts'

/** Where in which file a piece belongs. */
export interface PieceToWrite {
  path: string
  /** The first piece makes the file. */
  at: number
  /** The length of what it becomes. */
  bytes: number
}

/** Files that somebody writes meanwhile. */
export interface FilesToBegin {
  paths: string[]
  /** The user that each file must belong to: a link may lead elsewhere. */
  uid: number
}

/** A part of a file that somebody writes meanwhile. */
export interface PieceToRead {
  path: string
  at: number
  /** How many bytes it has, with zeros for those behind the end of the file, or of a file that is gone. */
  bytes: number
  uid: number
  /** With `tried`, the piece tells which of both is better for those that follow. */
  compression: Compression | 'tried'
}

export interface CompressedPiece {
  compressed: Uint8Array
  /** How it was compressed. */
  compression: Compression
}

/** The first piece of a file, and the length of the file. */
export type BegunFile = CompressedPiece & { bytes: number }

/** A compressed piece to write lies at the beginning of `place`, which both threads see. */
export type PieceRequest = { id: number } & (
  | { kind: 'write'; piece: PieceToWrite; place: SharedArrayBuffer; length: number }
  | { kind: 'begin'; files: FilesToBegin }
  | { kind: 'read'; piece: PieceToRead }
)

type Distributed<T> = T extends PieceRequest ? Omit<T, 'id'> : never

export interface PieceResponse {
  id: number
  failure?: { message: string; code?: string | undefined }
  begun?: (BegunFile | undefined)[]
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
  resolve: (response: PieceResponse) => void
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

  /**
   * The first pieces of files, undefined for those that are gone: most files of a cluster are so small that a message for each
   * takes longer than reading it. The caller limits how many are under way.
   */
  async begin(files: FilesToBegin): Promise<(BegunFile | undefined)[]> {
    return (await ask(leastBusy(), { kind: 'begin', files })).begun!
  },

  /** The caller limits how many are under way. */
  async read(piece: PieceToRead): Promise<CompressedPiece> {
    return (await ask(leastBusy(), { kind: 'read', piece })).read!
  },
}

function ask(thread: Thread, request: Distributed<PieceRequest>): Promise<PieceResponse> {
  clearTimeout(idle)
  const id = ++lastId
  const place = request.kind === 'write' ? request.place : undefined
  const answered = new Promise<PieceResponse>((resolve, reject) =>
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
  worker.on('message', (response: PieceResponse) => {
    const { id, failure } = response
    const { place, resolve, reject } = thread.pending.get(id)!
    thread.pending.delete(id)
    if (place) places.push(place)
    if (failure) reject(Object.assign(new Error(failure.message), { code: failure.code }))
    else resolve(response)
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
