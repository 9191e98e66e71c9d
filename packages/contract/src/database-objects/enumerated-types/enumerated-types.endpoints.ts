import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { EnumeratedType, EnumeratedTypeListQuery, EnumeratedTypePage } from './enumerated-types.schema.ts'

export const listEnumeratedTypes = endpoint({
  name: 'listEnumeratedTypes',
  method: 'GET',
  path: '/platform/pg-meta/:ref/enumerated-types',
  summary: 'The enumerated types of a schema, by name',
  params: ProjectParams,
  query: EnumeratedTypeListQuery,
  response: EnumeratedTypePage,
})

export const readEnumeratedType = endpoint({
  name: 'readEnumeratedType',
  method: 'GET',
  path: '/platform/pg-meta/:ref/enumerated-types/:oid',
  summary: 'An enumerated type as a form changes it, and the columns that have it',
  params: ObjectParams,
  response: EnumeratedType,
})
