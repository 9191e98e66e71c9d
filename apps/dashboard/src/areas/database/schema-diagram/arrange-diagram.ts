import type { Layout, LayoutInput } from './diagram-layout.rules.ts'

const begun = () => new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })

/** A worker that loads while the tables are read. */
let prepared: Worker | undefined

/** Starts the worker of the next arrangement, so that its code is there when the tables are. Returns what ends an unused one. */
export function prepareArrangement(): () => void {
  if (prepared) return endUnused
  const worker = begun()
  prepared = worker
  // One that did not load would not answer: the arrangement tries again with another.
  worker.addEventListener('error', () => {
    if (prepared === worker) prepared = undefined
  })
  return endUnused
}

function endUnused() {
  prepared?.terminate()
  prepared = undefined
}

/** Arranges a diagram in a worker. Rejects when the signal aborts, or when the worker does not load. */
export function arrangeDiagram(input: LayoutInput, signal: AbortSignal): Promise<Layout> {
  const worker = prepared ?? begun()
  prepared = undefined
  return new Promise<Layout>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Layout>) => resolve(data))
    worker.addEventListener('error', () =>
      reject(new Error('The part of this page that arranges tables failed to load. Reload the page.')),
    )
    worker.postMessage(input)
    signal.addEventListener('abort', () => reject(signal.reason))
  }).finally(() => worker.terminate())
}
