import type { AuditRecord } from '../../http/audit-record.ts'

export const AUDIT_BATCH = 500
/** Entries that may wait while the metadata do not answer; later ones are lost, and the server's log says so. */
export const AUDIT_WAITING_MAX = 10_000
/** Entries that no log shows, a minute: calls of nobody, who could fill the disk with them. */
export const NOBODYS_ENTRIES_PER_MINUTE = 300
const RETRY_MS = 1_000
const PRUNE_EVERY_MS = 60 * 60_000
const MINUTE_MS = 60_000

interface Deps {
  insert(records: readonly AuditRecord[]): Promise<void>
  /** Deletes what is older than its retention. */
  prune(now: Date): Promise<void>
  onFailed(error: unknown): void
  /** Whether what was refused would be refused again, whenever it is tried. */
  isHopeless(error: unknown): boolean
  /** How many entries were left out since it was last told. */
  onLost(count: number): void
  now: () => Date
}

export type AuditWriter = ReturnType<typeof auditWriter>

/**
 * Writes entries behind the back of the requests, many at a time and in their order. A failed batch is tried again; one
 * that can never be written is tried in ever smaller parts, until the entry at fault is alone and left out.
 */
export function auditWriter({ insert, prune, onFailed, isHopeless, onLost, now }: Deps) {
  const waiting: AuditRecord[] = []
  let writing: Promise<void> | undefined
  let prunedAt = Number.NEGATIVE_INFINITY
  let written = 0
  let failures = 0
  let most = AUDIT_BATCH
  let lost = 0
  let nobodys = { minute: 0, count: 0 }

  return {
    add(record: AuditRecord) {
      if (waiting.length >= AUDIT_WAITING_MAX || isTooMany(record)) {
        lost += 1
        return
      }
      waiting.push(record)
      start()
    },

    /** Resolves when everything added so far is written, or has failed to be once. */
    async flush() {
      const wanted = written + waiting.length
      const failedBefore = failures
      while (written < wanted && failures === failedBefore) await start()
    },
  }

  function start() {
    writing ??= writeBatch().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function writeBatch() {
    // What is added in the same turn goes into the same batch.
    await new Promise(setImmediate)
    const batch = waiting.slice(0, most)
    try {
      await insert(batch)
      settle(batch.length)
      most = Math.min(most * 2, AUDIT_BATCH)
      tellLost()
      await pruneSometimes()
    } catch (error) {
      onFailed(error)
      if (isHopeless(error)) return leaveOut(batch.length)
      failures += 1
      setTimeout(() => waiting.length > 0 && start(), RETRY_MS).unref()
    }
  }

  function settle(count: number) {
    waiting.splice(0, count)
    written += count
    if (waiting.length > 0) setImmediate(start)
  }

  /** Of so many entries one can never be written. */
  function leaveOut(count: number) {
    if (count === 1) {
      lost += 1
      tellLost()
      settle(1)
    } else {
      most = Math.ceil(count / 2)
      setImmediate(start)
    }
  }

  function tellLost() {
    if (lost > 0) onLost(lost)
    lost = 0
  }

  async function pruneSometimes() {
    const time = now()
    if (time.getTime() - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = time.getTime()
    await prune(time).catch(onFailed)
  }

  function isTooMany({ user_id, email, organization_id }: AuditRecord) {
    if (user_id !== undefined || email !== undefined || organization_id !== undefined) return false
    const minute = Math.floor(now().getTime() / MINUTE_MS)
    nobodys = { minute, count: nobodys.minute === minute ? nobodys.count + 1 : 1 }
    return nobodys.count > NOBODYS_ENTRIES_PER_MINUTE
  }
}
