import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A compressed piece, and where in which file it belongs. */
export interface PieceRequest {
  id: number
  path: string
  /** The first piece makes the file. */
  at: number
  compressed: Uint8Array
  /** The length of what it becomes. */
  bytes: number
}

export type PieceResponse = { id: number; failure?: { message: string; code?: string | undefined } }

/** The code of a piece that cannot be decompressed, or into something else. */
export const DAMAGED_PIECE = 'DAMAGED_PIECE'

const THREADS = Math.min(2, availableParallelism())
/** One is worked on and one waits. */
const REQUESTS_EACH = 2
/** After that long without work, in milliseconds, the threads end. */
const IDLE_MS = 5_000

interface Thread {
  worker: Worker
  pending: Map<number, { resolve: () => void; reject: (error: Error) => void }>
}

let threads: Thread[] = []
let lastId = 0
let idle: NodeJS.Timeout | undefined
const waiting: (() => void)[] = []

/**
 * Decompresses pieces and writes them to files, on threads that do both one after the other: passing each piece of a
 * gigabyte from thread to thread, and the memory for it, takes about as long as all the rest.
 */
export const pieceFiles = {
  /** Resolves once the piece has been handed over; what it resolves to tells when it has been written. */
  async write({ compressed, ...request }: Omit<PieceRequest, 'id'>): Promise<{ written: Promise<void> }> {
    clearTimeout(idle)
    let thread = leastBusy()
    while (thread.pending.size >= REQUESTS_EACH) {
      await new Promise<void>((resolve) => waiting.push(resolve))
      thread = leastBusy()
    }
    const id = ++lastId
    const written = new Promise<void>((resolve, reject) => thread.pending.set(id, { resolve, reject }))
    thread.worker.ref()
    // Of a part of a larger memory, all of that would be copied.
    const own = new Uint8Array(compressed)
    thread.worker.postMessage({ id, ...request, compressed: own } satisfies PieceRequest, [own.buffer])
    return { written }
  },
}

function leastBusy(): Thread {
  while (threads.length < THREADS) threads.push(newThread())
  return threads.reduce((least, thread) => (thread.pending.size < least.pending.size ? thread : least))
}

function newThread(): Thread {
  const worker = new Worker(new URL('./piece-files-thread.ts', import.meta.url))
  const thread: Thread = { worker, pending: new Map() }
  worker.unref()
  worker.on('message', ({ id, failure }: PieceResponse) => {
    const request = thread.pending.get(id)
    thread.pending.delete(id)
    if (failure) request?.reject(Object.assign(new Error(failure.message), { code: failure.code }))
    else request?.resolve()
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
