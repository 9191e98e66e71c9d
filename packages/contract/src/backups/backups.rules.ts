import type { PlanId } from '../organizations/organizations.rules.ts'

export const backupStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLING', 'CANCELLED'] as const
export type BackupStatus = (typeof backupStatuses)[number]

export const backupKinds = ['full', 'incremental'] as const
export type BackupKind = (typeof backupKinds)[number]

/**
 * A restore in place: its data is prepared beside the present one, then takes its place. The data from before is kept until
 * the restore is confirmed, or undone. It can be cancelled while it is prepared.
 */
export const restoreStatuses = [
  'PREPARING',
  'CANCELLING',
  'PLACING',
  'RESTORED',
  'CONFIRMING',
  'UNDOING',
  'CONFIRMED',
  'UNDONE',
  'FAILED',
  'CANCELLED',
] as const
export type RestoreStatus = (typeof restoreStatuses)[number]

/** What a restore ends as. */
export const endedRestores = [
  'CONFIRMED',
  'UNDONE',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly RestoreStatus[]

/** Whether a project can be restored once more. */
export const hasRestoreEnded = (status: RestoreStatus) =>
  (endedRestores as readonly RestoreStatus[]).includes(status)

/** Whether something happens by itself. */
export const isRestoreInProgress = (status: RestoreStatus) =>
  !hasRestoreEnded(status) && status !== 'RESTORED'

/** What the check of a backup is at: its turn has not come, its files are unpacked, or all of it is read. */
export const checkSteps = ['waiting', 'unpacking', 'reading'] as const
export type CheckStep = (typeof checkSteps)[number]

/** Whether a backup is being made, or what there is of it removed. */
export const isBackupUnderWay = (status: BackupStatus) => status === 'RUNNING' || status === 'CANCELLING'

export const BACKUP_NAME_MAX = 64

/**
 * Why a restore point was made: by hand, before a merge, before a statement that the SQL editor warned of, or before rows of
 * a past moment were brought back.
 */
export const restorePointReasons = ['manual', 'merge', 'statement', 'bring_back'] as const
export type RestorePointReason = (typeof restorePointReasons)[number]

/**
 * How a project returns to the moment before a merge, or before SQL that removes data: to a restore point; where its log is
 * not kept, to a backup that is made first; or not at all, where that would take too long.
 */
export const waysBack = ['restore_point', 'backup', 'none'] as const
export type WayBack = (typeof waysBack)[number]

/** As many of the newest restore points of a project are kept. */
export const RESTORE_POINTS_MAX = 200

/** How many changes of the schema, merges among them, a timeline shows at most, and how many other changes; the newest. */
export const TIMELINE_CHANGES_MAX = 100
/** Characters of their SQL. */
export const TIMELINE_SQL_MAX = 200

/** How many days scheduled backups are kept, and point-in-time recovery reaches back. Named backups stay until they are deleted. */
export const backupDays: Record<PlanId, number> = { free: 3, pro: 7, team: 14, enterprise: 30 }

/** How many backups made by hand a project keeps. They never expire, so that somebody has to delete one for another. */
export const manualBackupsMax: Record<PlanId, number> = { free: 5, pro: 50, team: 200, enterprise: 1000 }

/** How often a project may be backed up by its schedule: not sooner than after this many hours. */
export const backupIntervalHours: Record<PlanId, number> = { free: 24, pro: 6, team: 1, enterprise: 1 }

/** When projects are backed up unless they have a schedule of their own: in the night of most of Europe. */
export const DEFAULT_SCHEDULE = '17 2 * * *'

export const SCHEDULE_MAX = 100

/** Within how many minutes of its time a scheduled backup may have to begin. */
export const BACKUP_WINDOW_MAX = 12 * 60

/** The most scheduled backups that a project can ask to keep. */
export const KEEP_COUNT_MAX = 365

/** Plans whose projects can be restored to any moment. */
export const hasPointInTime = (plan: PlanId) => plan !== 'free'

/** Every backup after a full one has only what changed, until the full one is this old. */
export const FULL_BACKUP_DAYS = 7
