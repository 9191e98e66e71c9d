/** Safari has no idle callbacks; by then the page is painted. */
const FALLBACK_MS = 500
/** A page that is never idle gets its turn all the same. */
const TIMEOUT_MS = 3_000

/** Runs once the page has nothing more urgent to do. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: TIMEOUT_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, FALLBACK_MS)
  return () => clearTimeout(timer)
}
