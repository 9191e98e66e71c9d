import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import { followedTableStates, importKinds, importPhases, importStatuses } from './database-import.rules.ts'

const CONNECTION_STRING_MAX = 2000
const SCHEMAS_MAX = 1000

export const ImportSource = z.strictObject({
  /** `postgresql://user:password@host:5432/database`; it is stored, sealed, only while the source is followed. */
  connection_string: Text.max(CONNECTION_STRING_MAX),
})

export const NewDatabaseImport = ImportSource.extend({
  schemas: z.array(Text.min(1).max(63)).min(1, 'Choose at least one schema').max(SCHEMAS_MAX),
  /** `follow` applies the source's changes until the import is switched over. */
  kind: z.enum(['copy', 'follow']).default('copy'),
})
export type NewDatabaseImport = z.output<typeof NewDatabaseImport>

export const SourceSchema = z.object({
  name: z.string(),
  tables: z.number().int(),
  /** Of its tables without indexes, as of the source's last VACUUM or ANALYZE. */
  bytes: z.number(),
  /** Why it cannot be imported into this project; null when it can. */
  obstacle: z.string().nullable(),
})
export type SourceSchema = z.output<typeof SourceSchema>

const TableName = z.object({ schema: z.string(), name: z.string() })

/** Whether a source can be followed by logical replication. */
export const FollowCheck = z.object({
  /** What prevents it, and what to do; empty when nothing does. */
  obstacles: z.array(z.string()),
  /**
   * Tables that cannot be followed: without a replica identity, the source would refuse to update and delete rows once
   * they are published; changes of unlogged tables are not in the WAL. At most TABLES_LISTED.
   */
  unsuitable_tables: z.array(
    TableName.extend({
      reason: z.enum(['no_identity', 'unlogged']),
      /** The statement for the source that makes it suitable. */
      fix: z.string(),
    }),
  ),
  /** All schemas that have such tables. */
  unsuitable_schemas: z.array(z.string()),
})
export type FollowCheck = z.output<typeof FollowCheck>

/** What a database is, and what of it fits into a project. */
export const SourceCheck = z.object({
  /** As PostgreSQL names it, such as `15.18`. */
  version: z.string(),
  database: z.string(),
  bytes: z.number(),
  is_encrypted: z.boolean(),
  /** Why nothing can be imported; null when it can. */
  obstacle: z.string().nullable(),
  schemas: z.array(SourceSchema),
  /** Installed extensions; this project can install those that are available. */
  extensions: z.array(z.object({ name: z.string(), version: z.string(), is_available: z.boolean() })),
  /** Roles with privileges or policies; missing ones are created without login. */
  roles: z.array(z.object({ name: z.string(), exists: z.boolean() })),
  /** Owners of objects; all of them become `postgres`. */
  owners: z.array(z.string()),
  large_objects: z.number().int(),
  follow: FollowCheck,
})
export type SourceCheck = z.output<typeof SourceCheck>

/** A statement that this project's database refused, and why. */
export const LeftOut = z.object({ sql: z.string(), reason: z.string() })
export type LeftOut = z.output<typeof LeftOut>

export const ImportReport = z.object({
  tables: z.array(z.object({ schema: z.string(), name: z.string(), rows: z.number() })),
  /** At most LEFT_OUT_LISTED; `left_out_count` counts all. */
  left_out: z.array(LeftOut),
  left_out_count: z.number().int(),
  created_roles: z.array(z.string()),
})
export type ImportReport = z.output<typeof ImportReport>

export const DatabaseImport = z.object({
  id: z.uuid(),
  kind: z.enum(importKinds),
  status: z.enum(importStatuses),
  phase: z.enum(importPhases),
  /** Null for an uploaded file. */
  source: z.object({ host: z.string(), port: z.number().int(), database: z.string() }).nullable(),
  /** The uploaded file; null for a database. */
  file: z.object({ name: z.string(), bytes: z.number() }).nullable(),
  schemas: z.array(z.string()),
  started_by: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  /** Only while it runs on this server. The size of the source is an estimate of what is copied. */
  progress: z
    .object({
      tables: z.number().int(),
      tables_total: z.number().int(),
      bytes: z.number(),
      bytes_total: z.number(),
    })
    .nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Why the last switch-over did not happen; null when there was none, or it did. */
  notice: z.string().nullable(),
  /** SQL that removes from the source what could not be removed by this server; null when nothing is left there. */
  source_cleanup: z.string().nullable(),
  report: ImportReport.nullable(),
})
export type DatabaseImport = z.output<typeof DatabaseImport>

/** How far the project is behind a source that it follows. */
export const ImportFollowing = z.object({
  tables: z.array(TableName.extend({ state: z.enum(followedTableStates) })),
  /** WAL of the source that the project has not confirmed; null when the source cannot be asked. */
  lag_bytes: z.number().nullable(),
  /** Age of the oldest change that the project has not applied; null when the source cannot be asked. */
  lag_seconds: z.number().nullable(),
  /** Why the source cannot be asked. */
  source_error: z.string().nullable(),
  /** Of the slot at the source, as `wal_status` of pg_replication_slots; null when there is none or it is unknown. */
  wal_status: z.enum(['reserved', 'extended', 'unreserved', 'lost']).nullable(),
  /** Whether the project is connected to the source. */
  is_connected: z.boolean(),
  /** Failures of applying and of copying since it began. */
  failures: z.number().int(),
  /** What PostgreSQL said of the latest one. */
  latest_failure: z.string().nullable(),
  /** Whether all tables are streaming, so that it can be switched over. */
  is_ready: z.boolean(),
})
export type ImportFollowing = z.output<typeof ImportFollowing>

export const DatabaseImportParams = z.object({ ref: ProjectRef, id: z.uuid() })
