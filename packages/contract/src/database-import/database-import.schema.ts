import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import { importPhases, importStatuses } from './database-import.rules.ts'

const CONNECTION_STRING_MAX = 2000
const SCHEMAS_MAX = 1000

export const ImportSource = z.strictObject({
  /** `postgresql://user:password@host:5432/database`; it is not stored. */
  connection_string: Text.max(CONNECTION_STRING_MAX),
})

export const NewDatabaseImport = ImportSource.extend({
  schemas: z.array(Text.min(1).max(63)).min(1, 'Choose at least one schema').max(SCHEMAS_MAX),
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
  status: z.enum(importStatuses),
  phase: z.enum(importPhases),
  source: z.object({ host: z.string(), port: z.number().int(), database: z.string() }),
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
  report: ImportReport.nullable(),
})
export type DatabaseImport = z.output<typeof DatabaseImport>

export const DatabaseImportParams = z.object({ ref: ProjectRef, id: z.uuid() })
