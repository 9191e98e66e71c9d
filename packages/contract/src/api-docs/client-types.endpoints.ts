import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ClientTypes, ClientTypesQuery } from './client-types.schema.ts'

export const getTypescriptTypes = endpoint({
  name: 'getTypescriptTypes',
  method: 'GET',
  path: '/v1/projects/:ref/types/typescript',
  summary: 'database.types.ts for supabase-js: the tables, views, functions and enums of schemas as types',
  params: ProjectParams,
  query: ClientTypesQuery,
  response: ClientTypes,
})
