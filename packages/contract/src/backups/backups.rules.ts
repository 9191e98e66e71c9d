import type { PlanId } from '../organizations/organizations.rules.ts'

export const backupStatuses = ['RUNNING', 'COMPLETED', 'FAILED'] as const
export type BackupStatus = (typeof backupStatuses)[number]

export const backupKinds = ['full', 'incremental'] as const
export type BackupKind = (typeof backupKinds)[number]

/**
 * A restore in place: its data is prepared beside the present one, then takes its place. The data from before is kept until
 * the restore is confirmed, or undone.
 */
export const restoreStatuses = [
  'PREPARING',
  'PLACING',
  'RESTORED',
  'CONFIRMING',
  'UNDOING',
  'CONFIRMED',
  'UNDONE',
  'FAILED',
] as const
export type RestoreStatus = (typeof restoreStatuses)[number]

const ended = ['CONFIRMED', 'UNDONE', 'FAILED'] as const satisfies readonly RestoreStatus[]

/** Whether a project can be restored once more. */
export const hasRestoreEnded = (status: RestoreStatus) => (ended as readonly RestoreStatus[]).includes(status)

/** Whether something happens by itself. */
export const isRestoreInProgress = (status: RestoreStatus) =>
  !hasRestoreEnded(status) && status !== 'RESTORED'

export const BACKUP_NAME_MAX = 64

/** Why a restore point was made: by hand, before a merge, or before a statement that the SQL editor warned of. */
export const restorePointReasons = ['manual', 'merge', 'statement'] as const
export type RestorePointReason = (typeof restorePointReasons)[number]

/** As many of the newest restore points of a project are kept. */
export const RESTORE_POINTS_MAX = 200

/** How many changes of the schema a timeline shows, newest first. */
export const TIMELINE_CHANGES_MAX = 100
/** Characters of their SQL. */
export const TIMELINE_SQL_MAX = 200

/** How many days scheduled backups are kept, and point-in-time recovery reaches back. Named backups stay until they are deleted. */
export const backupDays: Record<PlanId, number> = { free: 3, pro: 7, team: 14, enterprise: 30 }

/** Plans whose projects can be restored to any moment. */
export const hasPointInTime = (plan: PlanId) => plan !== 'free'

/** Every backup after a full one has only what changed, until the full one is this old. */
export const FULL_BACKUP_DAYS = 7
