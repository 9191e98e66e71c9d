/** Requests of one project that are sent at the same time. */
export const CONCURRENT_REQUESTS = 16
/** Requests of one project that are sent in a minute; more wait. */
export const REQUESTS_PER_MINUTE = 600
/** Requests that are sent at once after a pause. */
export const REQUESTS_BURST = 100
/** Bytes of an answer; a longer one is recorded as an error. */
export const ANSWER_BYTES_MAX = 1024 * 1024
/** How long answers are kept. */
export const ANSWERS_KEPT_MS = 6 * 60 * 60 * 1000
/** Answers kept of one project. */
export const ANSWERS_MAX = 10_000
/** How often old answers are deleted. */
export const TRIM_MS = 60_000
/** How often the requests of a project that makes some are read. */
export const POLL_MS = 1_000
/** How long an answer waits for others to be recorded with it. */
export const RECORD_DELAY_MS = 100
/** A project without requests for this long is looked at like one that makes none. */
export const UNUSED_MS = 10 * 60 * 1000
/** How often projects that make no requests are looked at. */
export const PROBE_MS = 10_000
/** Projects that are looked at at the same time. */
export const PROBES_AT_ONCE = 4
/** How long requests that are being sent are waited for when a database is about to stop. */
export const CLOSE_TIMEOUT_MS = 2_000

/** Allows `burst` requests at once, and in the long run `perMinute`. Times are in milliseconds. */
export function requestAllowance(perMinute: number, burst: number, start: number) {
  const perMs = perMinute / 60_000
  let left = burst
  let at = start
  return {
    /** How many more may be sent now. */
    available(now: number): number {
      left = Math.min(burst, left + Math.max(now - at, 0) * perMs)
      at = now
      return Math.floor(left)
    },
    take(count: number) {
      left -= count
    },
  }
}
