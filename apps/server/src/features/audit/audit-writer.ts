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
  /** How many entries were left out since it was last told. */
  onLost(count: number): void
  now: () => Date
}

export type AuditWriter = ReturnType<typeof auditWriter>

/** Writes entries behind the back of the requests, many at a time and in their order. A failed batch is tried again. */
export function auditWriter({ insert, prune, onFailed, onLost, now }: Deps) {
  const waiting: AuditRecord[] = []
  let writing: Promise<void> | undefined
  let prunedAt = Number.NEGATIVE_INFINITY
  let written = 0
  let failures = 0
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
    const batch = waiting.slice(0, AUDIT_BATCH)
    try {
      await insert(batch)
      waiting.splice(0, batch.length)
      written += batch.length
      if (waiting.length > 0) setImmediate(start)
      tellLost()
      await pruneSometimes()
    } catch (error) {
      failures += 1
      onFailed(error)
      setTimeout(() => waiting.length > 0 && start(), RETRY_MS).unref()
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
