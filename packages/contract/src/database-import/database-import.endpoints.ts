import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DatabaseImport,
  DatabaseImportParams,
  ImportFollowing,
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
    'Import schemas of another PostgreSQL database with their rows, once or following it; an import that fails leaves nothing',
  status: 201,
  params: ProjectParams,
  body: NewDatabaseImport,
  response: DatabaseImport,
  audit: { title: 'Import a database', keeps: ['schemas', 'kind'] },
})

export const listDatabaseImports = endpoint({
  name: 'listDatabaseImports',
  method: 'GET',
  path: '/platform/database/:ref/imports',
  summary: 'The latest imports of databases into a project, newest first',
  params: ProjectParams,
  response: z.array(DatabaseImport),
})

export const readImportFollowing = endpoint({
  name: 'readImportFollowing',
  method: 'GET',
  path: '/platform/database/:ref/imports/:id/following',
  summary: 'How far a project is behind the database that it follows, and the state of each table',
  params: DatabaseImportParams,
  response: ImportFollowing,
})

export const switchOverDatabaseImport = endpoint({
  name: 'switchOverDatabaseImport',
  method: 'POST',
  path: '/platform/database/:ref/imports/:id/switch-over',
  summary:
    "Lock the source's tables until its last change has arrived, end following it, and hand the tables over",
  params: DatabaseImportParams,
  response: DatabaseImport,
  audit: { title: 'Switch over to an imported database', keeps: [] },
})

export const cancelDatabaseImport = endpoint({
  name: 'cancelDatabaseImport',
  method: 'DELETE',
  path: '/platform/database/:ref/imports/:id',
  summary: 'Cancel a running import and remove what it has created, here and at a source that is followed',
  params: DatabaseImportParams,
  response: DatabaseImport,
  audit: { title: 'Cancel the import of a database', keeps: [] },
})
