import { HELD_WAL_WARNING, HELD_WAL_WARNING_BYTES } from '@basalt/contract/replication/replication.rules.ts'
import type { ReplicationSlot } from '@basalt/contract/replication/replication.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** What is wrong with a slot, and what to do; undefined when nothing is. `limit` is what a slot may hold, in bytes. */
export function slotWarning(slot: ReplicationSlot, limit: number | null): string | undefined {
  const { name, wal_status, is_active, held_bytes, safe_wal_bytes } = slot
  if (wal_status === 'lost')
    return `${name} is lost: WAL that its subscriber needs was removed. Drop it and create the subscription again.`
  if (wal_status === 'unreserved')
    return `${name} is about to be lost: it holds more WAL than max_slot_wal_keep_size. Let its subscriber catch up now.`
  if (held_bytes === null) return undefined
  const isMuch = held_bytes > (limit === null ? HELD_WAL_WARNING_BYTES : limit * HELD_WAL_WARNING)
  if (!isMuch) return undefined
  const left = safe_wal_bytes === null ? '' : ` It is lost after ${formatBytes(safe_wal_bytes)} more.`
  return is_active
    ? `${name} holds ${formatBytes(held_bytes)} of WAL: its subscriber is slow.${left}`
    : `${name} holds ${formatBytes(held_bytes)} of WAL, and no subscriber is connected. Drop it if none will be.${left}`
}

/** The lag of a slot in bytes and, while a subscriber is connected, in seconds. */
export function slotLag({ lag_bytes, lag_seconds }: ReplicationSlot): string {
  if (lag_bytes === null) return 'Unknown'
  const seconds = Math.round((lag_seconds ?? 0) * 10) / 10
  return seconds > 0 ? `${formatBytes(lag_bytes)}, ${seconds.toLocaleString('en')} s` : formatBytes(lag_bytes)
}
