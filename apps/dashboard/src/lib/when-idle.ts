/** Safari has no idle callbacks; by then the page is painted. */
const FALLBACK_MS = 500
/** Runs the callback on a page that is never idle. */
const TIMEOUT_MS = 3_000

const urgent = new Set<Promise<unknown>>()

/** Holds back `whenIdle` callbacks until `work` settles. */
export function urgently(work: Promise<unknown>): void {
  const settled: Promise<unknown> = work.catch(() => undefined).finally(() => urgent.delete(settled))
  urgent.add(settled)
}

/** Calls `run` once the browser is idle and no urgent work is pending. Returns the cancel function. */
export function whenIdle(run: () => void): () => void {
  let isCancelled = false
  let cancel = () => {}
  const runUnlessUrgent = () => {
    if (urgent.size > 0) wait()
    else run()
  }
  const wait = () => {
    if (urgent.size > 0)
      void Promise.all(urgent).then(() => {
        if (!isCancelled) wait()
      })
    else cancel = whenBrowserIsIdle(runUnlessUrgent)
  }
  wait()
  return () => {
    isCancelled = true
    cancel()
  }
}

function whenBrowserIsIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: TIMEOUT_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, FALLBACK_MS)
  return () => clearTimeout(timer)
}
