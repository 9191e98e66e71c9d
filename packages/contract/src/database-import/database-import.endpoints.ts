import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DatabaseImport,
  DatabaseImportParams,
  ImportSource,
  NewDatabaseImport,
  SourceCheck,
} from './database-import.schema.ts'

export const checkImportSource = endpoint({
  name: 'checkImportSource',
  method: 'POST',
  path: '/platform/database/:ref/imports/check',
  summary: 'What another PostgreSQL database contains, and what of it fits into this project',
  params: ProjectParams,
  body: ImportSource,
  response: SourceCheck,
  audit: { title: 'Check a database to import', keeps: [] },
})

export const startDatabaseImport = endpoint({
  name: 'startDatabaseImport',
  method: 'POST',
  path: '/platform/database/:ref/imports',
  summary:
    'Import schemas of another PostgreSQL database with their rows; an import that fails leaves nothing',
  status: 201,
  params: ProjectParams,
  body: NewDatabaseImport,
  response: DatabaseImport,
  audit: { title: 'Import a database', keeps: ['schemas'] },
})

export const listDatabaseImports = endpoint({
  name: 'listDatabaseImports',
  method: 'GET',
  path: '/platform/database/:ref/imports',
  summary: 'The latest imports of databases into a project, newest first',
  params: ProjectParams,
  response: z.array(DatabaseImport),
})

export const cancelDatabaseImport = endpoint({
  name: 'cancelDatabaseImport',
  method: 'DELETE',
  path: '/platform/database/:ref/imports/:id',
  summary: 'Cancel a running import and remove what it has created',
  params: DatabaseImportParams,
  response: DatabaseImport,
  audit: { title: 'Cancel the import of a database', keeps: [] },
})
