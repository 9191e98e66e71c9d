import { z } from 'zod'
import { ChangeId } from '../ledger/ledger.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import {
  MIGRATION_CHANGES_MAX,
  MIGRATION_NAME_MAX,
  MIGRATION_SEARCH_MAX,
  MIGRATION_SQL_MAX,
  MIGRATION_VERSION_MAX,
  MIGRATIONS_PAGE,
  timeOfVersion,
} from './migrations.rules.ts'

/** A line of the migration history. */
export const Migration = z
  .object({
    version: z.string(),
    name: z.string().nullable(),
    /** The time in its version; null for a version without one. */
    inserted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Migration' })
export type Migration = z.infer<typeof Migration>

export const MigrationDetail = Migration.extend({
  /** Empty when only the version was recorded. */
  statements: z.array(z.string()),
}).meta({ id: 'MigrationDetail' })
export type MigrationDetail = z.infer<typeof MigrationDetail>

export const MigrationsQuery = z.object({
  /** Part of the version or name, case-insensitive. */
  search: z.string().max(MIGRATION_SEARCH_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(MIGRATIONS_PAGE).default(MIGRATIONS_PAGE),
  /** The last version of the page before. */
  cursor: z.string().max(MIGRATION_VERSION_MAX).optional(),
})
export type MigrationsQuery = z.infer<typeof MigrationsQuery>

export const MigrationsPage = z
  .object({ migrations: z.array(Migration), next_cursor: z.string().nullable() })
  .meta({ id: 'MigrationsPage' })
export type MigrationsPage = z.infer<typeof MigrationsPage>

export const MigrationParams = ProjectParams.extend({ version: z.string().min(1).max(MIGRATION_VERSION_MAX) })

export const MigrationName = Text.max(MIGRATION_NAME_MAX).regex(
  /^[a-z0-9_]+$/,
  'Use small letters, digits and underscores, such as add_orders',
)

export const ChangesToMigrate = z.strictObject({
  name: MigrationName,
  changes: z.array(ChangeId).min(1, 'Choose at least one change').max(MIGRATION_CHANGES_MAX),
  /** Whether the migration is added to the history of this database, whose schema it already made. */
  record: z.boolean().default(false),
})
export type ChangesToMigrate = z.infer<typeof ChangesToMigrate>

export const MadeMigration = z
  .object({
    version: z.string(),
    name: z.string(),
    /** The contents of its file. */
    sql: z.string(),
    is_recorded: z.boolean(),
  })
  .meta({ id: 'MadeMigration' })
export type MadeMigration = z.infer<typeof MadeMigration>

export const MigrationVersion = z
  .string()
  .refine((version) => timeOfVersion(version) !== undefined, 'Use a time in UTC such as 20260102030405')

export const MigrationToRun = z.strictObject({
  name: MigrationName,
  /** The newest by default. */
  version: MigrationVersion.optional(),
  sql: Text.min(1, 'Enter the SQL').max(MIGRATION_SQL_MAX),
})
export type MigrationToRun = z.infer<typeof MigrationToRun>

const Relation = z.object({ schema: z.string(), name: z.string() })

export const RehearsedLock = Relation.extend({
  /** As in `pg_locks`, such as `AccessExclusiveLock`; only modes that block writers or more. */
  mode: z.string(),
})
export type RehearsedLock = z.infer<typeof RehearsedLock>

/** What a migration did before it was rolled back. */
export const Rehearsal = z
  .object({
    statements: z.number(),
    duration_ms: z.number(),
    locks: z.array(RehearsedLock),
    /** Tables whose rows were written again, or emptied. */
    rewrites: z.array(Relation),
  })
  .meta({ id: 'Rehearsal' })
export type Rehearsal = z.infer<typeof Rehearsal>

export const AppliedMigration = z
  .object({ version: z.string(), name: z.string() })
  .meta({ id: 'AppliedMigration' })
export type AppliedMigration = z.infer<typeof AppliedMigration>
