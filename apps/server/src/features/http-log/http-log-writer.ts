import { HTTP_LOG_PER_MINUTE, loggedPath } from '@basalt/contract/http-log/http-log.rules.ts'
import type { ApiCall } from '../../http/api-calls.ts'
import { batchWriter } from '../../platform/batch-writer.ts'
import type { HttpLogRecord, HttpLogStore } from './http-log.store.ts'

export const HTTP_LOG_BATCH = 500
/** Entries that may wait while the metadata database does not answer. */
export const HTTP_LOG_WAITING_MAX = 5_000
/** Long enough that a busy server writes batches. */
const FLUSH_AFTER_MS = 2_000
const MINUTE_MS = 60_000
/** PostgreSQL truncates longer role names. */
const ROLE_MAX = 63

interface Deps extends Pick<HttpLogStore, 'insert' | 'prune'> {
  onFailed(error: unknown): void
  /** Whether a retry would fail in the same way. */
  isPermanent(error: unknown): boolean
  now: () => Date
}

interface Rate {
  minute: number
  count: number
  dropped: number
}

export type HttpLogWriter = ReturnType<typeof httpLogWriter>

/**
 * Writes calls in the background, in batches. Neither the memory in use nor the number of written calls per minute grows
 * with the traffic: calls above the limit are only counted, and the count is stored with the next call.
 */
export function httpLogWriter({ insert, prune, onFailed, isPermanent, now }: Deps) {
  const rates = new Map<string, Rate>()
  /** The projects with new entries since the last prune. */
  let written = new Set<string>()
  const writer = batchWriter<HttpLogRecord>({
    async write(records) {
      await insert(records)
      for (const { project_ref } of records) written.add(project_ref)
    },
    batchSize: HTTP_LOG_BATCH,
    waitingMax: HTTP_LOG_WAITING_MAX,
    delayMs: FLUSH_AFTER_MS,
    retryMs: FLUSH_AFTER_MS,
    onFailed,
    isPermanent,
  })

  const rateOf = (ref: string, at: Date) => {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const rate = rates.get(ref) ?? { minute, count: 0, dropped: 0 }
    rates.set(ref, rate)
    if (rate.minute !== minute) Object.assign(rate, { minute, count: 0 })
    return rate
  }

  return {
    add(call: ApiCall) {
      const { ref } = call.project
      const rate = rateOf(ref, call.at)
      const isAdded =
        rate.count < HTTP_LOG_PER_MINUTE &&
        writer.add({
          project_ref: ref,
          at: call.at.toISOString(),
          method: call.method,
          path: loggedPath(call.url),
          status: call.status,
          duration_ms: Math.round(call.durationMs * 10) / 10,
          role: call.role === undefined ? null : roleText(call.role),
          response_bytes: Math.max(0, call.sentBytes || 0),
          left_out: rate.dropped,
        })
      if (isAdded) Object.assign(rate, { count: rate.count + 1, dropped: 0 })
      else rate.dropped += 1
    },

    flush: writer.flush,

    /** Deletes expired entries, and excess entries of projects with new ones. */
    async prune() {
      const refs = written
      written = new Set()
      await prune(now(), refs)
    },

    /** For a deleted project. */
    forget: (ref: string) => void rates.delete(ref),
  }
}

/** Signed tokens can contain anything, even characters that PostgreSQL's text cannot hold. */
const roleText = (role: string) => role.slice(0, ROLE_MAX).replaceAll('\0', '').toWellFormed()
