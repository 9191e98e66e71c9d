import { parentPort, workerData } from 'node:worker_threads'
import { openScratch } from './scratch-file.ts'
import { PROGRESS_EVERY_MS } from './stored-rows.rules.ts'
import { viewOrder } from './view-order.ts'
import type { ViewMessage, ViewTask } from './view-task.ts'

// A worker thread: sorting a million rows would block the server, and a thread can be terminated.
const { lines, view, folder } = workerData as ViewTask
const send = (message: ViewMessage, transferred: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transferred)
let reportedAt = 0

try {
  const order = viewOrder(
    lines,
    view,
    () => openScratch(folder),
    (part) => {
      const now = performance.now()
      if (now - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = now
      send({ type: 'progress', part })
    },
  )
  send({ type: 'order', order }, [order.buffer as ArrayBuffer])
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  send({ type: 'failure', message, ...(code !== undefined && { code }) })
}
