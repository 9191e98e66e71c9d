import { REVISION_CONFLICT } from '@basalt/contract/snippets/snippets.rules.ts'
import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { ApiError } from '../../../../api/api-error.ts'

/** A save starts this long after the last keystroke. */
export const SAVE_DEBOUNCE_MS = 1000
/** Texts up to this length are stored in the browser with every keystroke; longer ones wait for a pause. */
export const IMMEDIATE_WRITE_MAX = 256 * 1024
export const DRAFT_PAUSE_MS = 400
/** The longest text for a keepalive request, whose total size browsers limit to 64 KiB. */
export const KEEPALIVE_TEXT_MAX = 48 * 1024
/** The delays of retries; the last one repeats. */
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const

export const retryDelay = (failures: number) =>
  RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? RETRY_MS[0]

/** Why a save failed, and how to recover. */
export type SaveFailure = {
  /** `waiting` is retried automatically, `rejected` with the next change or on request; `gone` means deleted. */
  kind: 'waiting' | 'rejected' | 'gone' | 'signed-out'
  message: string
}

/** Classifies a failed save. `status` is 0 without a response. */
export function saveFailure({ status, message }: { status: number; message: string }): SaveFailure {
  if (status === 410) return { kind: 'gone', message }
  if (status === 401) return { kind: 'signed-out', message: 'You are signed out. Sign in to save.' }
  const isTemporary = status === 0 || status === 408 || status === 429 || status >= 500
  return { kind: isTemporary ? 'waiting' : 'rejected', message }
}

/** The server's version of the query when a save failed with a conflict; undefined for other errors. */
export function conflictOf({ code, body }: ApiError): Snippet | undefined {
  if (code !== 'conflict' || body.details?.reason !== REVISION_CONFLICT) return undefined
  // Not validated: it comes from our own server.
  return (body.details.current ?? undefined) as Snippet | undefined
}
