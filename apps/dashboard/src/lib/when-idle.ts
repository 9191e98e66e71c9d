/** Safari has no idle callbacks; by then the page is painted. */
const FALLBACK_MS = 500
/** A page that is never idle gets its turn all the same. */
const TIMEOUT_MS = 3_000

const urgent = new Set<Promise<unknown>>()

/** As long as this is under way a page has something more urgent to do than what waits for it to be idle. */
export function urgently(work: Promise<unknown>): void {
  const settled: Promise<unknown> = work.catch(() => undefined).finally(() => urgent.delete(settled))
  urgent.add(settled)
}

/** Runs once the page has nothing more urgent to do. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  let isOff = false
  let callOff = () => {}
  const runUnlessUrgent = () => {
    if (urgent.size > 0) wait()
    else run()
  }
  const wait = () => {
    if (urgent.size > 0)
      void Promise.all(urgent).then(() => {
        if (!isOff) wait()
      })
    else callOff = whenBrowserIsIdle(runUnlessUrgent)
  }
  wait()
  return () => {
    isOff = true
    callOff()
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
