import { z } from 'zod'
import { BackupId } from '../backups/backups.schema.ts'
import { ProjectParams, ProjectRef } from '../projects/projects.schema.ts'
import { projectStatuses } from '../projects/status.rules.ts'
import { pastTableStates, ROWS_BROUGHT_BACK_MAX, rowFates } from './time-machine.rules.ts'

/** A past moment of a project, opened as a read-only branch. */
export const PastMoment = z
  .object({
    /** The project that the branch is. */
    ref: z.string(),
    name: z.string(),
    /** The moment whose data it has. */
    moment: z.iso.datetime(),
    status: z.enum(projectStatuses),
    /** Why it could not be opened. */
    failure: z.string().nullable(),
    opened_at: z.iso.datetime(),
  })
  .meta({ id: 'PastMoment' })
export type PastMoment = z.infer<typeof PastMoment>

export const PastMomentParams = ProjectParams.extend({ past: ProjectRef })

const backedUpMoment = {
  /** A backup, whose end is meant. */
  id: BackupId.optional(),
  recovery_time_target: z.iso
    .datetime({ offset: true, error: 'Send a time in ISO 8601, such as 2026-01-31T12:00:00Z' })
    .optional(),
  restore_point: z.uuid().optional(),
}

const isOne = (choice: object) => Object.values(choice).filter((value) => value !== undefined).length === 1

/** A moment that backups hold. */
export const BackedUpMoment = z.strictObject(backedUpMoment).refine(isOne, {
  path: ['recovery_time_target'],
  message:
    'Name one of a backup by its id, a moment as recovery_time_target, and a restore point as restore_point',
})
export type BackedUpMoment = z.infer<typeof BackedUpMoment>

export const PastMomentChoice = z
  .strictObject({
    ...backedUpMoment,
    /** The restore in place that waits for a decision, whose data from before is opened. */
    before_restore: z.uuid().optional(),
  })
  .refine(isOne, {
    path: ['recovery_time_target'],
    message:
      'Name one of a backup by its id, a moment as recovery_time_target, a restore point as restore_point, and a restore as before_restore',
  })
export type PastMomentChoice = z.infer<typeof PastMomentChoice>

export const PastTable = z
  .object({
    schema: z.string(),
    name: z.string(),
    state: z.enum(pastTableStates),
    /** PostgreSQL's estimate at the past moment; null for a table that it had not counted. */
    estimated_rows: z.number().nullable(),
  })
  .meta({ id: 'PastTable' })
export type PastTable = z.infer<typeof PastTable>

export const PastTableChoice = z.strictObject({
  schema: z.string().min(1).max(63),
  name: z.string().min(1).max(63),
})

/** Values by column as PostgreSQL writes them, cut after PAST_VALUE_SHOWN characters; null is SQL's null. */
const Values = z.record(z.string(), z.string().nullable())

export const DifferingRow = z
  .object({
    /** The key of the row as the JSON of its texts. */
    key: z.string(),
    fate: z.enum(rowFates),
    /** Null for a row that was added since. */
    past: Values.nullable(),
    /** Null for a row that was deleted since. */
    present: Values.nullable(),
    /** The columns that differ. */
    changed: z.array(z.string()),
  })
  .meta({ id: 'DifferingRow' })
export type DifferingRow = z.infer<typeof DifferingRow>

export const TableDifference = z
  .object({
    /** Columns that both sides have. */
    columns: z.array(z.string()),
    key: z.array(z.string()),
    counts: z.object({ deleted: z.number().int(), changed: z.number().int(), added: z.number().int() }),
    /** The first ones by key, at most DIFFERING_ROWS_SHOWN. */
    rows: z.array(DifferingRow),
  })
  .meta({ id: 'TableDifference' })
export type TableDifference = z.infer<typeof TableDifference>

export const RowsToBringBack = PastTableChoice.extend({
  /** All rows with these fates. */
  fates: z.array(z.enum(rowFates)).min(1).optional(),
  /** Or these rows, by their keys. */
  keys: z.array(z.string().max(10_000)).min(1).max(ROWS_BROUGHT_BACK_MAX).optional(),
}).refine(({ fates, keys }) => (fates === undefined) !== (keys === undefined), {
  path: ['fates'],
  message: 'Name either fates or keys',
})
export type RowsToBringBack = z.infer<typeof RowsToBringBack>

/** Rows that were inserted or set back, and removed. */
export const BroughtBack = z
  .object({ written: z.number().int(), removed: z.number().int() })
  .meta({ id: 'BroughtBack' })
export type BroughtBack = z.infer<typeof BroughtBack>
