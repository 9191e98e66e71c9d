import { z } from 'zod'
import { MIGRATION_SQL_MAX } from '../migrations/migrations.rules.ts'
import { RehearsedLock } from '../migrations/migrations.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'

export const SqlToRehearse = z.strictObject({
  sql: Text.min(1, 'Enter the SQL').max(MIGRATION_SQL_MAX),
})
export type SqlToRehearse = z.infer<typeof SqlToRehearse>

/** Whether a copy of a database fits on the disk. */
export const RehearsalRoom = z
  .object({
    database_bytes: z.number().int(),
    /** Space for the copy and the reserve that stays free. */
    needed_bytes: z.number().int(),
    free_bytes: z.number().int(),
    /** Whether a copy takes no space at first, because the file system shares its blocks. */
    shares_blocks: z.boolean(),
    fits: z.boolean(),
  })
  .meta({ id: 'RehearsalRoom' })
export type RehearsalRoom = z.infer<typeof RehearsalRoom>

/** A table whose file a statement changed. */
const ChangedTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** Whether its rows were written to a new file, or it was emptied. */
  is_rewritten: z.boolean(),
  /** As PostgreSQL estimated before; null for a table that was never analysed or is new. */
  rows_estimated: z.number().nullable(),
  /** With indexes and TOAST; null for a table that the statement created. */
  bytes_before: z.number().int().nullable(),
  /** Null for a table that the statement dropped. */
  bytes_after: z.number().int().nullable(),
})

const CopyLock = RehearsedLock.extend({
  /** From the beginning of the statement to the end of the transaction. */
  held_ms: z.number(),
})

const StatementReport = z.object({
  /** Its beginning. */
  sql: z.string(),
  duration_ms: z.number(),
  /** Rows that it inserted, updated, deleted or returned; null for other statements. */
  rows: z.number().int().nullable(),
  /** Written to the write-ahead log, which replicas and backups receive. */
  wal_bytes: z.number().int(),
  /** Locks on existing tables that no statement before took. */
  locks: z.array(CopyLock),
  tables: z.array(ChangedTable),
})
export type StatementReport = z.infer<typeof StatementReport>

/** What statements did to a copy of a database, in one transaction. */
export const CopyReport = z
  .object({
    /** Those that ran, in order. */
    statements: z.array(StatementReport),
    /** The statement that PostgreSQL refused; its index counts from 0, and is that of the end for deferred constraints. */
    failure: z
      .object({
        statement: z.number().int(),
        sql: z.string(),
        message: z.string(),
        sqlstate: z.string(),
        duration_ms: z.number(),
      })
      .nullable(),
    /** Time of all statements, and with it how long the locks of the first would be held. */
    duration_ms: z.number(),
    /** How long copying and starting took. */
    copy_ms: z.number(),
    database_bytes_before: z.number().int(),
    /** While both versions of what was rewritten exist, so the largest size of all. */
    database_bytes_after: z.number().int(),
  })
  .meta({ id: 'CopyReport' })
export type CopyReport = z.infer<typeof CopyReport>

export const rehearsalPhases = [
  'waiting',
  'copying',
  'starting',
  'running',
  'done',
  'failed',
  'cancelled',
] as const
export type RehearsalPhase = (typeof rehearsalPhases)[number]

/** A rehearsal on a copy, which is removed before the phase says that it ended. */
export const CopyRehearsal = z
  .object({
    id: z.uuid(),
    phase: z.enum(rehearsalPhases),
    copied_bytes: z.number().int(),
    /** 0 until it is known. */
    total_bytes: z.number().int(),
    /** How many of the statements have run. */
    ran: z.number().int(),
    statements: z.number().int(),
    started_at: z.iso.datetime(),
    /** Present once it is done. */
    report: CopyReport.nullable(),
    /** Why there is no report. */
    error: z.string().nullable(),
  })
  .meta({ id: 'CopyRehearsal' })
export type CopyRehearsal = z.infer<typeof CopyRehearsal>

export const RehearsalParams = ProjectParams.extend({ id: z.uuid() })
