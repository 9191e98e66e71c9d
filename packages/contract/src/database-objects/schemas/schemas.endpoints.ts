import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { SchemaListQuery, SchemaPage } from './schemas.schema.ts'

export const listDatabaseSchemas = endpoint({
  name: 'listDatabaseSchemas',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-schemas',
  summary: 'The schemas of a database besides those of PostgreSQL itself, public first, page by page',
  params: ProjectParams,
  query: SchemaListQuery,
  response: SchemaPage,
})
