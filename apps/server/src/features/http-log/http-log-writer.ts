import { HTTP_LOG_PER_MINUTE, loggedPath } from '@basalt/contract/http-log/http-log.rules.ts'
import type { ApiCall } from '../../http/api-calls.ts'
import type { HttpLogRecord, HttpLogStore } from './http-log.store.ts'

export const HTTP_LOG_BATCH = 500
/** Entries that may wait while the metadata do not answer. */
export const HTTP_LOG_WAITING_MAX = 5_000
/** Long enough that a busy server writes many at a time. */
const FLUSH_AFTER_MS = 2_000
const PRUNE_EVERY_MS = 60 * 60_000
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
 * Writes calls behind their back, many at a time. Neither the memory they wait in nor the number that is written in a
 * minute can grow with what is asked: of those that are too many only their number is kept, with the next one.
 */
export function httpLogWriter({ insert, prune, onFailed, isHopeless, now }: Deps) {
  const waiting: HttpLogRecord[] = []
  const paces = new Map<string, Pace>()
  let written = new Set<string>()
  let prunedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const paceOf = (ref: string, at: Date) => {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const pace = paces.get(ref) ?? { minute, count: 0, leftOut: 0 }
    paces.set(ref, pace)
    if (pace.minute !== minute) Object.assign(pace, { minute, count: 0 })
    return pace
  }

  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, HTTP_LOG_BATCH)
      try {
        await insert(batch)
      } catch (error) {
        if (!isHopeless(error)) throw error
        onFailed(error)
      }
      waiting.splice(0, batch.length)
      for (const { project_ref } of batch) written.add(project_ref)
    }
    const time = now()
    if (time.getTime() - prunedAt < PRUNE_EVERY_MS || written.size === 0) return
    prunedAt = time.getTime()
    const refs = written
    written = new Set()
    await prune(time, refs)
  }

  const soon = () => {
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref()
  }

  /** Resolves when all that was added is written, or could not be: then it is tried again later. */
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    // What came while another was writing is in its last batch, or in the one after.
    await writing
    writing ??= writeAll()
      .catch((error: unknown) => {
        onFailed(error)
        if (waiting.length > 0) soon()
      })
      .finally(() => {
        writing = undefined
      })
    await writing
  }

  return {
    add(call: ApiCall) {
      const { ref } = call.project
      const pace = paceOf(ref, call.at)
      if (pace.count >= HTTP_LOG_PER_MINUTE || waiting.length >= HTTP_LOG_WAITING_MAX) {
        pace.leftOut += 1
        return
      }
      pace.count += 1
      waiting.push({
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
      pace.leftOut = 0
      soon()
    },
    flush,
    /** Of a project that is gone. */
    forget: (ref: string) => void paces.delete(ref),
  }
}

/** Signed tokens can contain anything, even characters that PostgreSQL's text cannot hold. */
const roleText = (role: string) => role.slice(0, ROLE_MAX).replaceAll('\0', '').toWellFormed()
