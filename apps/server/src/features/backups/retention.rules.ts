import { isBackupUnderWay } from '@basalt/contract/backups/backups.rules.ts'
import type { StoredBackup } from './backups.store.ts'

type Kept = Pick<StoredBackup, 'id' | 'base' | 'name' | 'status' | 'is_scheduled' | 'inserted_at' | 'archive'>

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The backups that are to be deleted: scheduled, failed and cancelled ones that are too old, and scheduled ones beyond the newest
 * `count`. The newest one always stays, and so does every backup that one which stays builds on.
 * Those with a name, made before something that may be regretted, take none of the `count`.
 */
export function expiredBackups<B extends Kept>(
  backups: readonly B[],
  { now, days, count = Number.POSITIVE_INFINITY }: { now: Date; days: number; count?: number | undefined },
): B[] {
  const limit = new Date(now.getTime() - days * DAY_MS).toISOString()
  const byAge = backups.toSorted((a, b) => (a.inserted_at < b.inserted_at ? 1 : -1))
  const newest = byAge.find(({ status }) => status === 'COMPLETED')
  const isScheduled = ({ name, status, is_scheduled }: B) =>
    status === 'COMPLETED' && is_scheduled && name === null
  const tooMany = new Set(byAge.filter(isScheduled).slice(count))
  const stays = (backup: B) =>
    backup === newest ||
    isBackupUnderWay(backup.status) ||
    (backup.inserted_at >= limit && !tooMany.has(backup)) ||
    (backup.status === 'COMPLETED' && !backup.is_scheduled)
  const kept = new Set(byAge.filter(stays).flatMap((backup) => chainOf(backups, backup)))
  return byAge.filter((backup) => !kept.has(backup))
}

/** A backup and those that it builds on. */
export function chainOf<B extends Kept>(backups: readonly B[], backup: B): B[] {
  const chain = [backup]
  for (let base = backup.base; base !== null; ) {
    const next = backups.find(({ id }) => id === base)
    if (!next || chain.includes(next)) break
    chain.push(next)
    base = next.base
  }
  return chain
}

/**
 * The backup that the next one is compared with; undefined when it has to be a full one. It is never one that did not survive
 * its check, since pages that were damaged would stay so.
 */
export function nextBase<B extends Kept & Pick<StoredBackup, 'kind' | 'verification'>>(
  backups: readonly B[],
  { archive, now, days }: { archive: string; now: Date; days: number },
): B | undefined {
  const newest = backups
    .filter(
      ({ archive: own, status, verification }) =>
        own === archive && status === 'COMPLETED' && !verification?.problems.length,
    )
    .toSorted((a, b) => (a.inserted_at < b.inserted_at ? 1 : -1))[0]
  if (!newest) return undefined
  const full = chainOf(backups, newest).at(-1)!
  if (full.kind !== 'full') return undefined
  return full.inserted_at < new Date(now.getTime() - days * DAY_MS).toISOString() ? undefined : newest
}
