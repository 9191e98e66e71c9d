import type { BackupKind } from '@basalt/contract/backups/backups.rules.ts'

/** Where the backups of the installation are in the store. */
export const INSTALLATION_FOLDER = 'installation'

/** Where the copies of the files of projects are in the store. */
export const filesFolder = (ref: string) => `files/${ref}`

/** The replication slot that keeps the log of the metadata until it was received. */
export const LOG_SLOT = 'basalt_archive'

/** How much of the log of the metadata, in milliseconds, may be on this machine alone: a lost machine loses as much. */
export const LOG_PART_MS = 10_000

/** After a failure, receiving the log is tried again. */
export const LOG_RETRY_MS = 1_000

/** How often it is checked whether the log of the metadata is stored. */
export const LOG_CHECK_MS = 1_000

/** How long nothing of it may be stored before the owner is told, so that they are told within a minute. */
export const LOG_BEHIND_MS = 45_000

/** Cron in UTC: every hour, so that there is little log to go through when a machine was lost. */
export const HOURLY = '37 * * * *'

/** After this time, the next backup is a full one. */
export const FULL_HOURS = 24

/** How long full backups are kept, and incremental ones. */
export const FULL_DAYS = 7
export const INCREMENTAL_HOURS = 24

/** How long the copy of a file stays after the file itself has gone. */
export const MISSING_DAYS = 7

/** SQLSTATE of a server that does not know what changed since the base. */
export const NO_SUMMARIES = '55000'

const HOUR_MS = 60 * 60 * 1000

interface Known {
  id: string
  kind: BackupKind
  /** The full backup that an incremental one changes. */
  base: string | null
  /** ISO 8601. */
  ended_at: string
}

const ageIn = ({ ended_at }: Known, now: Date) => now.getTime() - Date.parse(ended_at)

/** The full backup that the next one is compared with; undefined when it has to be a full one. Newest first. */
export function nextInstallationBase<B extends Known>(backups: readonly B[], now: Date): B | undefined {
  const full = backups.find(({ kind }) => kind === 'full')
  return full && ageIn(full, now) < FULL_HOURS * HOUR_MS ? full : undefined
}

/** The backups that are to be deleted. The newest one always stays, and so does what it builds on. Newest first. */
export function expiredInstallationBackups<B extends Known>(backups: readonly B[], now: Date): B[] {
  const stays = (backup: B, index: number) =>
    index === 0 ||
    ageIn(backup, now) < (backup.kind === 'full' ? FULL_DAYS * 24 * HOUR_MS : INCREMENTAL_HOURS * HOUR_MS)
  const kept = new Set(backups.filter(stays).flatMap(({ id, base }) => [id, base]))
  return backups.filter(({ id }) => !kept.has(id))
}
