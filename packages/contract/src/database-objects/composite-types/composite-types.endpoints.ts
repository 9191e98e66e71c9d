import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { CompositeType, CompositeTypeListQuery, CompositeTypePage } from './composite-types.schema.ts'

export const listCompositeTypes = endpoint({
  name: 'listCompositeTypes',
  method: 'GET',
  path: '/platform/pg-meta/:ref/composite-types',
  summary: 'The composite types of a schema, by name; rows of tables have types of their own',
  params: ProjectParams,
  query: CompositeTypeListQuery,
  response: CompositeTypePage,
})

export const readCompositeType = endpoint({
  name: 'readCompositeType',
  method: 'GET',
  path: '/platform/pg-meta/:ref/composite-types/:oid',
  summary: 'A composite type as a form changes it',
  params: ObjectParams,
  response: CompositeType,
})
