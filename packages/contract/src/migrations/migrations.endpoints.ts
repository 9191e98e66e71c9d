import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { MIGRATION_BODY_LIMIT } from './migrations.rules.ts'
import {
  AppliedMigration,
  ChangesToMigrate,
  MadeMigration,
  MigrationDetail,
  MigrationParams,
  MigrationsPage,
  MigrationsQuery,
  MigrationToRun,
  Rehearsal,
} from './migrations.schema.ts'

export const listMigrations = endpoint({
  name: 'listMigrations',
  method: 'GET',
  path: '/platform/projects/:ref/database/migrations',
  summary: 'The migration history of a database, newest first',
  params: ProjectParams,
  query: MigrationsQuery,
  response: MigrationsPage,
})

export const getMigration = endpoint({
  name: 'getMigration',
  method: 'GET',
  path: '/platform/projects/:ref/database/migrations/:version',
  summary: 'A migration with its statements',
  params: MigrationParams,
  response: MigrationDetail,
})

export const makeMigration = endpoint({
  name: 'makeMigration',
  method: 'POST',
  path: '/platform/projects/:ref/database/migrations/from-changes',
  summary:
    'Make a migration of changes, in the order in which they were made, and optionally record it as applied',
  params: ProjectParams,
  body: ChangesToMigrate,
  response: MadeMigration,
  audit: { title: 'Make a migration of changes', keeps: ['name', 'record'] },
})

export const rehearseMigration = endpoint({
  name: 'rehearseMigration',
  method: 'POST',
  path: '/platform/projects/:ref/database/migrations/rehearse',
  summary: 'Run a migration, say what it locks and rewrites, and roll it back',
  params: ProjectParams,
  body: MigrationToRun,
  response: Rehearsal,
  bodyLimit: MIGRATION_BODY_LIMIT,
  audit: { title: 'Rehearse a migration', keeps: ['name', 'version'], sql: ['sql'] },
})

export const applyMigration = endpoint({
  name: 'applyMigration',
  method: 'POST',
  path: '/platform/projects/:ref/database/migrations/apply',
  summary: 'Run a migration and add it to the history, in one transaction',
  params: ProjectParams,
  body: MigrationToRun,
  response: AppliedMigration,
  bodyLimit: MIGRATION_BODY_LIMIT,
  audit: { title: 'Apply a migration', keeps: ['name', 'version'], sql: ['sql'] },
})

export const markMigrationApplied = endpoint({
  name: 'markMigrationApplied',
  method: 'POST',
  path: '/platform/projects/:ref/database/migrations/mark-applied',
  summary: 'Add a migration to the history without running it',
  params: ProjectParams,
  body: MigrationToRun,
  response: AppliedMigration,
  bodyLimit: MIGRATION_BODY_LIMIT,
  audit: { title: 'Mark a migration as applied', keeps: ['name', 'version'], sql: ['sql'] },
})

export const downloadMigrations = endpoint({
  name: 'downloadMigrations',
  method: 'GET',
  path: '/platform/projects/:ref/database/migration-files',
  summary: 'All migrations as a zip archive with the folder supabase/migrations',
  params: ProjectParams,
  response: z.string(),
  media: 'file',
  audit: { title: 'Download the migrations', reveals: true },
})
