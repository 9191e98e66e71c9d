import type { LayoutInput, Places } from './diagram-layout.rules.ts'

/** Arranges a diagram in a worker. Rejects when the signal aborts, or when the worker does not load. */
export function arrangeDiagram(input: LayoutInput, signal: AbortSignal): Promise<Places> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Places>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Places>) => resolve(data))
    worker.addEventListener('error', () =>
      reject(new Error('The part of this page that arranges tables failed to load. Reload the page.')),
    )
    worker.postMessage(input)
    signal.addEventListener('abort', () => reject(signal.reason))
  }).finally(() => worker.terminate())
}
