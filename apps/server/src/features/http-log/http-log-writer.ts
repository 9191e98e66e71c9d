import { HTTP_LOG_PER_MINUTE, loggedPath } from '@basalt/contract/http-log/http-log.rules.ts'
import type { ApiCall } from '../../http/api-calls.ts'
import { batchWriter } from '../../platform/batch-writer.ts'
import type { HttpLogRecord, HttpLogStore } from './http-log.store.ts'

export const HTTP_LOG_BATCH = 500
/** Entries that may wait while the metadata do not answer. */
export const HTTP_LOG_WAITING_MAX = 5_000
/** Long enough that a busy server writes many at a time. */
const FLUSH_AFTER_MS = 2_000
const MINUTE_MS = 60_000
/** PostgreSQL cuts longer names of roles. */
const ROLE_MAX = 63

interface Deps extends Pick<HttpLogStore, 'insert' | 'prune'> {
  onFailed(error: unknown): void
  /** Whether what was refused would be refused again, whenever it is tried. */
  isHopeless(error: unknown): boolean
  now: () => Date
}

interface Pace {
  minute: number
  count: number
  leftOut: number
}

export type HttpLogWriter = ReturnType<typeof httpLogWriter>

/**
 * Writes calls in the background, many at a time. Neither the memory they wait in nor the number that is written in a
 * minute can grow with what is asked: of those that are too many only their number is kept, with the next one.
 */
export function httpLogWriter({ insert, prune, onFailed, isHopeless, now }: Deps) {
  const paces = new Map<string, Pace>()
  /** The projects that have got entries since the last prune. */
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
    isHopeless,
  })

  const paceOf = (ref: string, at: Date) => {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const pace = paces.get(ref) ?? { minute, count: 0, leftOut: 0 }
    paces.set(ref, pace)
    if (pace.minute !== minute) Object.assign(pace, { minute, count: 0 })
    return pace
  }

  return {
    add(call: ApiCall) {
      const { ref } = call.project
      const pace = paceOf(ref, call.at)
      const isAdded =
        pace.count < HTTP_LOG_PER_MINUTE &&
        writer.add({
          project_ref: ref,
          at: call.at.toISOString(),
          method: call.method,
          path: loggedPath(call.url),
          status: call.status,
          duration_ms: Math.round(call.durationMs * 10) / 10,
          role: call.role === undefined ? null : roleText(call.role),
          response_bytes: Math.max(0, call.sentBytes || 0),
          left_out: pace.leftOut,
        })
      if (isAdded) Object.assign(pace, { count: pace.count + 1, leftOut: 0 })
      else pace.leftOut += 1
    },

    flush: writer.flush,

    /** Deletes what is too old, and of projects that have got new entries what is too much. */
    async prune() {
      const refs = written
      written = new Set()
      await prune(now(), refs)
    },

    /** Of a project that is gone. */
    forget: (ref: string) => void paces.delete(ref),
  }
}

/** Signed tokens can contain anything, even characters that PostgreSQL's text cannot hold. */
const roleText = (role: string) => role.slice(0, ROLE_MAX).replaceAll('\0', '').toWellFormed()
