import type { AuditRecord } from '../../http/audit-record.ts'
import { batchWriter } from '../../platform/batch-writer.ts'

export const AUDIT_BATCH = 500
/** Entries that may wait while the metadata database does not answer; later ones are dropped, and the server's log says so. */
export const AUDIT_WAITING_MAX = 10_000
/** Anonymous entries per minute, which no log shows. Without a limit they could fill the disk. */
export const ANONYMOUS_ENTRIES_PER_MINUTE = 300
const RETRY_MS = 1_000
const MINUTE_MS = 60_000

interface Deps {
  insert(records: readonly AuditRecord[]): Promise<void>
  onFailed(error: unknown): void
  /** Whether a retry would fail in the same way. */
  isPermanent(error: unknown): boolean
  /** Receives the number of entries dropped since the last call. */
  onDropped(count: number): void
  now: () => Date
}

export type AuditWriter = ReturnType<typeof auditWriter>

/** Writes entries in the background, as soon as they arrive. */
export function auditWriter({ insert, onFailed, isPermanent, onDropped, now }: Deps) {
  const writer = batchWriter<AuditRecord>({
    write: insert,
    batchSize: AUDIT_BATCH,
    waitingMax: AUDIT_WAITING_MAX,
    delayMs: 0,
    retryMs: RETRY_MS,
    onFailed,
    isPermanent,
    onDropped,
  })
  let anonymous = { minute: 0, count: 0 }

  const isTooMany = ({ user_id, email, organization_id }: AuditRecord) => {
    if (user_id !== undefined || email !== undefined || organization_id !== undefined) return false
    const minute = Math.floor(now().getTime() / MINUTE_MS)
    anonymous = { minute, count: anonymous.minute === minute ? anonymous.count + 1 : 1 }
    return anonymous.count > ANONYMOUS_ENTRIES_PER_MINUTE
  }

  return {
    add(record: AuditRecord) {
      if (isTooMany(record)) writer.drop(1)
      else writer.add(record)
    },
    flush: writer.flush,
  }
}
