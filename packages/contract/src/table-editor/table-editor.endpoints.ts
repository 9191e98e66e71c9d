import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { EntityPage, EntityQuery } from './table-editor.schema.ts'

export const listEntities = endpoint({
  name: 'listEntities',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities',
  summary: 'The tables and views of a schema, one page at a time',
  params: ProjectParams,
  query: EntityQuery,
  response: EntityPage,
})
