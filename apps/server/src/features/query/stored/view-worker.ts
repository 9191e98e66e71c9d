import { parentPort, workerData } from 'node:worker_threads'
import { openScratch } from './scratch-file.ts'
import { PROGRESS_EVERY_MS } from './stored-rows.rules.ts'
import { viewOrder } from './view-order.ts'
import type { ViewMessage, ViewTask } from './view-task.ts'

// A thread of its own: sorting a million rows would keep the server from everything else, and a thread can be stopped.
const { lines, view, folder } = workerData as ViewTask
const tell = (message: ViewMessage, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transferred)
let told = 0

try {
  const order = viewOrder(
    lines,
    view,
    () => openScratch(folder),
    (part) => {
      const now = performance.now()
      if (now - told < PROGRESS_EVERY_MS) return
      told = now
      tell({ type: 'progress', part })
    },
  )
  tell({ type: 'order', order }, [order.buffer as ArrayBuffer])
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  tell({ type: 'failure', message, ...(code !== undefined && { code }) })
}
