import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DropFileTableQuery,
  FileReplaced,
  FileReplacement,
  FileTableCreated,
  FileTableParams,
  FileTables,
  ForeignFile,
  ForeignFileQuery,
  NewFileTable,
} from './foreign-files.schema.ts'

export const listFileTables = endpoint({
  name: 'listFileTables',
  method: 'GET',
  path: '/platform/database/:ref/file-tables',
  summary: 'Foreign tables that read uploaded files',
  params: ProjectParams,
  response: FileTables,
})

export const uploadForeignFile = endpoint({
  name: 'uploadForeignFile',
  method: 'POST',
  path: '/platform/database/:ref/file-tables/files',
  summary:
    'Upload delimited text, sent as application/octet-stream, for a table that reads it; it is removed after an hour unless a table does',
  status: 201,
  params: ProjectParams,
  query: ForeignFileQuery,
  response: ForeignFile,
  audit: { title: 'Upload a file for a foreign table', keeps: [] },
})

export const createFileTable = endpoint({
  name: 'createFileTable',
  method: 'POST',
  path: '/platform/database/:ref/file-tables',
  summary: 'Create a foreign table that reads an uploaded file, if all of its rows fit',
  status: 201,
  params: ProjectParams,
  body: NewFileTable,
  response: FileTableCreated,
  audit: { title: 'Create a foreign table for a file', keeps: ['schema', 'name'] },
})

export const replaceForeignFile = endpoint({
  name: 'replaceForeignFile',
  method: 'PUT',
  path: '/platform/database/:ref/file-tables/:oid/file',
  summary: 'Have a foreign table read another uploaded file, if all of its rows fit',
  params: FileTableParams,
  body: FileReplacement,
  response: FileReplaced,
  audit: { title: 'Replace the file of a foreign table', keeps: [] },
})

export const dropFileTable = endpoint({
  name: 'dropFileTable',
  method: 'DELETE',
  path: '/platform/database/:ref/file-tables/:oid',
  summary: 'Drop a foreign table of a file with the file; what depends on it only with cascade',
  params: FileTableParams,
  query: DropFileTableQuery,
  response: Done,
  audit: { title: 'Drop a foreign table of a file' },
})
