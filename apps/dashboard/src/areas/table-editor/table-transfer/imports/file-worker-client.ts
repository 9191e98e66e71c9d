import { type FileAnswers, type FileRequest, fileAnswers } from './file-worker-protocol.ts'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly failure?: string
}

/** Reads a file apart from the page, which stays fluid. Close it when it is no longer needed. */
export interface FileReaderClient {
  /** Rejects with an Error whose message is for the user. */
  ask<Kind extends FileRequest['kind']>(
    request: Extract<FileRequest, { kind: Kind }>,
  ): Promise<FileAnswers[Kind]>
  close(): void
}

export function openFileReader(): FileReaderClient {
  if (typeof Worker === 'undefined') {
    const answer = fileAnswers()
    return { ask: answer as FileReaderClient['ask'], close: () => undefined }
  }
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let count = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const { resolve, reject } = pending.get(data.id)!
    pending.delete(data.id)
    if (data.failure === undefined) resolve(data.result as never)
    else reject(new Error(data.failure))
  })
  worker.addEventListener('error', () => {
    for (const { reject } of pending.values())
      reject(new Error('The part of this page that reads files failed to load. Reload the page.'))
    pending.clear()
  })
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const id = count++
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, request })
      }),
    close: () => worker.terminate(),
  }
}
