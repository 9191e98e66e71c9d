import { z } from 'zod'
import { Change } from '../ledger/ledger.schema.ts'
import { ProjectName, ProjectParams } from '../projects/projects.schema.ts'
import { nameText } from '../text.ts'
import {
  BACKUP_NAME_MAX,
  BACKUP_WINDOW_MAX,
  backupDays,
  backupKinds,
  backupStatuses,
  checkSteps,
  KEEP_COUNT_MAX,
  restorePointReasons,
  restoreStatuses,
  SCHEDULE_MAX,
  waysBack,
} from './backups.rules.ts'
import { parseCron } from './cron.rules.ts'

export const BackupId = z.uuid()

export const BackupParams = ProjectParams.extend({ id: BackupId })

/** When a backup was restored into a database of its own, and what was found there. */
const Verification = z.object({
  tables: z.number().int(),
  rows: z.number(),
  /** What is wrong with it; empty for a sound one. */
  problems: z.array(z.string()),
})
export type Verification = z.infer<typeof Verification>

export const Backup = z
  .object({
    id: z.string(),
    /** Null for one that was made without a name, such as those of the schedule. */
    name: z.string().nullable(),
    is_scheduled: z.boolean(),
    status: z.enum(backupStatuses),
    /** How much of the database has been read for it; null unless it is being made by this server now. */
    read_bytes: z.number().nullable(),
    /** Null until it is known. */
    kind: z.enum(backupKinds).nullable(),
    inserted_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    /** What it takes in the store. */
    size_bytes: z.number().nullable(),
    /** The size of its files: of all of the database in a full backup, of what changed in another one. */
    data_bytes: z.number().nullable(),
    error: z.string().nullable(),
    /** When its check ended, whatever it found, or was cancelled; null before. */
    checked_at: z.iso.datetime().nullable(),
    /** When it was restored and nothing was wrong with it; null before, and for a damaged one. */
    verified_at: z.iso.datetime().nullable(),
    /** How long restoring it took then. */
    restore_seconds: z.number().nullable(),
    /** Null before its check has ended, and when that was cancelled. */
    verification: Verification.nullable(),
    /** How far its check is; null unless this server checks it now. `copied_bytes` of `total_bytes` are unpacked. */
    check: z
      .object({ step: z.enum(checkSteps), copied_bytes: z.number(), total_bytes: z.number() })
      .nullable(),
  })
  .meta({ id: 'Backup' })
export type Backup = z.infer<typeof Backup>
export type BackupCheck = NonNullable<Backup['check']>

const Range = z.object({ earliest: z.iso.datetime(), latest: z.iso.datetime() })

export const RestorePoint = z
  .object({
    id: z.string(),
    name: z.string(),
    reason: z.enum(restorePointReasons),
    made_at: z.iso.datetime(),
  })
  .meta({ id: 'RestorePoint' })
export type RestorePoint = z.infer<typeof RestorePoint>

const PointInTime = z.object({
  enabled: z.boolean(),
  /** Whether a commit waits until its log is stored outside of the database. */
  is_synchronous: z.boolean(),
  /** Whether the plan of the organization includes it. */
  is_available: z.boolean(),
  /** Null while no moment can be restored. */
  earliest: z.iso.datetime().nullable(),
  latest: z.iso.datetime().nullable(),
  /** Oldest first; between two of them, no moment can be restored. */
  ranges: z.array(Range),
  /** Newest first. */
  restore_points: z.array(RestorePoint),
  /** Why the log is not being received now, and since when. */
  failure: z.object({ message: z.string(), since: z.iso.datetime() }).nullable(),
})

const Restore = z.object({
  id: z.string(),
  status: z.enum(restoreStatuses),
  /** What was restored: a moment, or else the backup itself. */
  recovery_time_target: z.iso.datetime().nullable(),
  backup_id: z.string(),
  started_at: z.iso.datetime(),
  /** How long it took until the restored database was ready. */
  seconds: z.number().nullable(),
  error: z.string().nullable(),
  /** Whether it makes the project itself, from a backup of another one; told until that is ready. */
  is_new_project: z.boolean(),
  /** How much of the backup is unpacked; null unless that happens now. The log comes on top of `total_bytes`. */
  progress: z.object({ copied_bytes: z.number(), total_bytes: z.number() }).nullable(),
})
export type Restore = z.infer<typeof Restore>

const Schedule = z.object({
  /** Five fields of cron, in UTC. */
  cron: z.string(),
  /** Within how many minutes of its time a backup has to begin; null when it may begin at any later time. */
  window_minutes: z.number().int().nullable(),
  next_at: z.iso.datetime(),
  /** How many of the newest scheduled backups are kept; null for all of the last days. */
  keep_count: z.number().int().nullable(),
  /** What the plan allows at most. */
  keep_days_max: z.number().int(),
  interval_hours: z.number().int(),
})
export type BackupSchedule = z.infer<typeof Schedule>

export const BackupOverview = z
  .object({
    /** Newest first. */
    backups: z.array(Backup),
    pitr: PointInTime,
    /** How long scheduled backups are kept. */
    retention_days: z.number().int(),
    schedule: Schedule,
    /** What is made before SQL that removes data, and before merges. */
    way_back: z.enum(waysBack),
    /** The last restore in place, or that which makes the project; null if there is none. */
    restore: Restore.nullable(),
  })
  .meta({ id: 'BackupOverview' })
export type BackupOverview = z.infer<typeof BackupOverview>

/** What members did to the database, for the timeline of its moments. */
export const RecoveryTimeline = z
  .object({
    /** Newest first. `sql` is its beginning. A restore to `made_at` has the database as it was just before the change. */
    changes: z.array(
      Change.pick({ id: true, kind: true, origin: true, sql: true, made_by: true, made_at: true }),
    ),
  })
  .meta({ id: 'RecoveryTimeline' })
export type RecoveryTimeline = z.infer<typeof RecoveryTimeline>
export type TimelineChange = RecoveryTimeline['changes'][number]

const isOne = (...choices: unknown[]) => choices.filter((choice) => choice !== undefined).length === 1

const RecoveryTime = z.iso.datetime({
  offset: true,
  error: 'Send a time in ISO 8601, such as 2026-01-31T12:00:00Z',
})

export const NewBackup = z.strictObject({
  name: nameText('The name', 1, BACKUP_NAME_MAX).optional(),
})

export const BackupChoice = z.strictObject({ id: BackupId })

export const NewRestorePoint = z.strictObject({
  name: nameText('The name', 1, BACKUP_NAME_MAX),
  reason: z.enum(['manual', 'statement']).default('manual'),
})

export const MomentChoice = z
  .strictObject({
    recovery_time_target: RecoveryTime.optional(),
    /** The id of a restore point. */
    restore_point: z.uuid().optional(),
  })
  .refine(({ recovery_time_target, restore_point }) => isOne(recovery_time_target, restore_point), {
    path: ['recovery_time_target'],
    message: 'Name either a moment as recovery_time_target or a restore point by its id',
  })

export const RestoredProject = z
  .strictObject({
    id: BackupId.optional(),
    recovery_time_target: RecoveryTime.optional(),
    restore_point: z.uuid().optional(),
    name: ProjectName,
  })
  .refine(({ id, recovery_time_target, restore_point }) => isOne(id, recovery_time_target, restore_point), {
    path: ['id'],
    message:
      'Name one of a backup by its id, a moment as recovery_time_target, and a restore point as restore_point',
  })

/**
 * Which data a project keeps after a restore: the restored, or that from before. `id` is the restore that is decided, so that
 * somebody with an old page does not decide a later one; without it, the last one is.
 */
export const RestoreDecision = z.strictObject({
  keep: z.enum(['restored', 'previous']),
  id: z.string().optional(),
})
export type RestoreDecision = z.infer<typeof RestoreDecision>

const days = (most: number) =>
  z
    .number()
    .int(`Enter a whole number from 1 to ${most}`)
    .min(1, `Enter a whole number from 1 to ${most}`)
    .max(most, `Enter a whole number from 1 to ${most}`)

/** The restore that is cancelled, so that somebody with an old page does not cancel a later one; without it, the last one is. */
export const RestoreCancellation = z.strictObject({ id: z.string().optional() })
export type RestoreCancellation = z.infer<typeof RestoreCancellation>

/** What is left out stays as it is; null returns to what the plan says. */
export const BackupSettings = z
  .strictObject({
    pitr_enabled: z.boolean(),
    is_synchronous: z.boolean(),
    schedule: z
      .string()
      .trim()
      .max(SCHEDULE_MAX)
      .refine(
        (text) => parseCron(text) !== undefined,
        'Enter five fields of cron in UTC, such as 17 2 * * * for daily at 02:17',
      )
      .nullable(),
    window_minutes: days(BACKUP_WINDOW_MAX).nullable(),
    keep_days: days(Math.max(...Object.values(backupDays))).nullable(),
    keep_count: days(KEEP_COUNT_MAX).nullable(),
  })
  .partial()
  .refine((settings) => Object.values(settings).some((value) => value !== undefined), {
    message: 'Send at least one setting',
  })
export type BackupSettings = z.infer<typeof BackupSettings>
