/** A save follows this long after the last key. */
export const SAVE_DEBOUNCE_MS = 1000
/** Characters up to which every key is kept in the browser at once; longer texts wait for a pause. */
export const KEPT_AT_ONCE = 256 * 1024
export const DRAFT_PAUSE_MS = 400
/** What the browser sends on behalf of a page that is gone has to be small: 64 KiB with everything around it. */
export const SENT_WHILE_LEAVING_MAX = 48 * 1024
/** How long each further try waits; the last one repeats. */
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const

export const retryDelay = (failures: number) =>
  RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? RETRY_MS[0]

/** Why a text is not on the server, and with it what can be done. */
export type SaveFailure = {
  /** `waiting` is tried again by itself, `refused` with the next change or when asked, `gone` was deleted. */
  kind: 'waiting' | 'refused' | 'gone' | 'signed-out'
  message: string
}

/** What a failed save means. `status` is 0 when no answer came. */
export function saveFailure({ status, message }: { status: number; message: string }): SaveFailure {
  if (status === 410) return { kind: 'gone', message }
  if (status === 401) return { kind: 'signed-out', message: 'You are signed out. Sign in to save.' }
  const mayPass = status === 0 || status === 408 || status === 429 || status >= 500
  return { kind: mayPass ? 'waiting' : 'refused', message }
}
