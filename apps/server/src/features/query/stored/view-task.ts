import { Worker } from 'node:worker_threads'
import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { throwStorageFull } from './full-disk.ts'
import { VIEW_HEAP_MEBIBYTES, VIEW_YOUNG_MEBIBYTES } from './stored-rows.rules.ts'
import type { RowLines } from './view-order.ts'

export interface ViewTask {
  readonly lines: RowLines
  readonly view: RowView
  /** Where to create a file for data that does not fit into memory. */
  readonly folder: string
}

export type ViewMessage =
  | { readonly type: 'progress'; readonly part: number }
  | { readonly type: 'order'; readonly order: Uint32Array }
  | { readonly type: 'failure'; readonly message: string; readonly code?: string }

/**
 * Computes a view in a worker thread, which `signal` terminates. Undefined when aborted.
 * @throws AppError `storage_full`, or the error of the thread
 */
export function computeView(
  task: ViewTask,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Uint32Array | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined)
    const worker = new Worker(new URL('./view-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: {
        maxOldGenerationSizeMb: VIEW_HEAP_MEBIBYTES,
        maxYoungGenerationSizeMb: VIEW_YOUNG_MEBIBYTES,
      },
    })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop)
    worker.on('message', (message: ViewMessage) => {
      if (message.type === 'progress') return onProgress(message.part)
      if (message.type === 'order') return resolve(message.order)
      reject(Object.assign(new Error(message.message), { code: message.code }))
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal.removeEventListener('abort', stop)
      resolve(undefined)
    })
  }).catch(throwStorageFull) as Promise<Uint32Array | undefined>
}
