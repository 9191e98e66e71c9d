import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import {
  Index,
  IndexBuilds,
  IndexChoices,
  IndexChoicesQuery,
  IndexListQuery,
  IndexPage,
} from './indexes.schema.ts'

export const listSchemaIndexes = endpoint({
  name: 'listSchemaIndexes',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schema-indexes',
  summary: 'The indexes of a schema with their size and use, by name, size or scans',
  params: ProjectParams,
  query: IndexListQuery,
  response: IndexPage,
})

export const readIndex = endpoint({
  name: 'readIndex',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schema-indexes/:oid',
  summary: 'An index as a form changes it, with its size and use',
  params: ObjectParams,
  response: Index,
})

export const listIndexChoices = endpoint({
  name: 'listIndexChoices',
  method: 'GET',
  path: '/platform/pg-meta/:ref/index-choices',
  summary: 'What a new index can be made of: tables, columns, operator classes, collations',
  params: ProjectParams,
  query: IndexChoicesQuery,
  response: IndexChoices,
})

export const listIndexBuilds = endpoint({
  name: 'listIndexBuilds',
  method: 'GET',
  path: '/platform/pg-meta/:ref/index-builds',
  summary:
    'The indexes that are built, rebuilt or dropped now, with their progress; a sleeping database has none',
  params: ProjectParams,
  response: IndexBuilds,
})
