import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  ChangesToMigrate,
  MadeMigration,
  MigrationDetail,
  MigrationParams,
  MigrationsPage,
  MigrationsQuery,
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
