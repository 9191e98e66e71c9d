import { Worker } from 'node:worker_threads'

/** A request to the thread: how far the file can be read; without `size` it is forgotten, with `id` its MD5 is returned. */
export interface HashRequest {
  file: string
  size?: number
  id?: number
}

export type HashResponse = { id: number } & ({ md5: string; error?: never } | { error: Error })

interface Pending {
  resolve(md5: string): void
  reject(error: Error): void
}

let thread: Worker | undefined
let lastId = 0
const pending = new Map<number, Pending>()

/**
 * MD5s of files that only grow, computed by a thread that reads them while they are being written, so that little is left
 * to do at the end of a large file. A file that was not followed, because another process wrote it, is read from its
 * beginning.
 */
export const fileHashes = {
  /** Announces that the file can be read up to `size` bytes. */
  follow: (file: string, size: number) => post({ file, size }),

  /** The MD5 in hex of the whole file, whose size is stated. Throws what reading it throws. */
  md5(file: string, size: number) {
    const id = ++lastId
    return new Promise<string>((resolve, reject) => {
      pending.set(id, { resolve, reject })
      post({ file, size, id })
      // Only a pending request may keep the process alive.
      thread?.ref()
    })
  },

  /** Stops following a file that was completed, moved or removed. */
  forget(file: string) {
    if (thread) post({ file })
  },
}

function post(request: HashRequest) {
  thread ??= newThread()
  thread.postMessage(request)
}

function newThread() {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url))
  worker.unref()
  worker.on('message', ({ id, md5, error }: HashResponse & { md5?: string }) => {
    const request = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
    if (md5 === undefined) request?.reject(error ?? new Error('The thread returned no checksum'))
    else request?.resolve(md5)
  })
  // The next thread starts from the beginning: everything it needs is in the files.
  worker.once('error', (error) => {
    thread = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  })
  return worker
}
