import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A compressed piece, and where in which file it belongs. */
export interface PieceToWrite {
  path: string
  /** The first piece makes the file. */
  at: number
  compressed: Uint8Array
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

export type PieceRequest = { id: number } & (
  | { kind: 'write'; piece: PieceToWrite }
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
/** One is worked on and one waits. */
const WRITES_EACH = 2
/** After that long without work, in milliseconds, the threads end. */
const IDLE_MS = 5_000

interface Thread {
  worker: Worker
  pending: Map<
    number,
    { resolve: (read: CompressedPiece | undefined) => void; reject: (error: Error) => void }
  >
}

let threads: Thread[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined
const waiting: (() => void)[] = []

/**
 * Decompresses pieces and writes them to files, or reads files and compresses their pieces, on threads that do both one after the
 * other: passing each piece of a gigabyte from thread to thread, and the memory for it, takes about as long as all the rest.
 */
export const pieceFiles = {
  /** Some pieces are going to be read, so the threads start. */
  announce() {
    leastBusy()
    if (threads.every(({ pending }) => pending.size === 0)) endWhenIdle()
  },

  /** Resolves once the piece has been handed over; what it resolves to tells when it has been written. */
  async write({ compressed, ...piece }: PieceToWrite): Promise<{ written: Promise<void> }> {
    let thread = leastBusy()
    while (thread.pending.size >= WRITES_EACH) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      thread = leastBusy()
    }
    // Of a part of a larger memory, all of that would be copied.
    const own = new Uint8Array(compressed)
    const written = ask(thread, { kind: 'write', piece: { ...piece, compressed: own } }, [own.buffer])
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
  transferred: ArrayBuffer[] = [],
): Promise<CompressedPiece | undefined> {
  clearTimeout(idle)
  const id = ++lastId
  const answered = new Promise<CompressedPiece | undefined>((resolve, reject) =>
    thread.pending.set(id, { resolve, reject }),
  )
  thread.worker.ref()
  thread.worker.postMessage({ id, ...request } satisfies PieceRequest, transferred)
  return answered
}

function leastBusy(): Thread {
  while (threads.length < THREADS) threads.push(newThread())
  return threads.reduce((least, thread) => (thread.pending.size < least.pending.size ? thread : least))
}

function newThread(): Thread {
  const worker = new Worker(new URL('./piece-files-thread.ts', import.meta.url))
  const thread: Thread = { worker, pending: new Map() }
  worker.unref()
  worker.on('message', ({ id, failure, read }: PieceResponse) => {
    const request = thread.pending.get(id)
    thread.pending.delete(id)
    if (failure) request?.reject(Object.assign(new Error(failure.message), { code: failure.code }))
    else request?.resolve(read)
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
