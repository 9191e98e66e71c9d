import { Worker } from 'node:worker_threads'

/** How far a file can be read; without a size it is forgotten. With an id, the sum is asked for. */
export interface HashOrder {
  file: string
  size?: number
  id?: number
}

export type HashAnswer = { id: number } & ({ md5: string; error?: never } | { error: Error })

interface Asked {
  resolve(md5: string): void
  reject(error: Error): void
}

let thread: Worker | undefined
let lastId = 0
const asked = new Map<number, Asked>()

/**
 * MD5s of files that only grow, made by one thread which reads them while they are being written: the process continues
 * with other things, and the end of a large file has little left to wait for. A file that was not followed, because
 * another process wrote it, is read from its beginning.
 */
export const fileHashes = {
  /** The file can be read up to this many bytes. */
  follow: (file: string, size: number) => order({ file, size }),

  /** In hex, of the whole file, whose size is stated. Throws what reading it throws. */
  md5(file: string, size: number) {
    const id = ++lastId
    return new Promise<string>((resolve, reject) => {
      asked.set(id, { resolve, reject })
      order({ file, size, id })
      // Nothing else may keep a program alive that waits for an answer.
      thread?.ref()
    })
  },

  /** The file is gone, complete, or somewhere else. */
  forget(file: string) {
    if (thread) order({ file })
  },
}

function order(told: HashOrder) {
  thread ??= newThread()
  thread.postMessage(told)
}

function newThread() {
  const made = new Worker(new URL('./hash-thread.ts', import.meta.url))
  made.unref()
  made.on('message', ({ id, md5, error }: HashAnswer & { md5?: string }) => {
    const waiting = asked.get(id)
    asked.delete(id)
    if (asked.size === 0) made.unref()
    if (md5 === undefined) waiting?.reject(error ?? new Error('There is no sum'))
    else waiting?.resolve(md5)
  })
  // The next one starts again: everything it has to know is in the files.
  made.once('error', (error) => {
    thread = undefined
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  })
  return made
}
