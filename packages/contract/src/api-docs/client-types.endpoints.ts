import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ClientTypes, ClientTypesQuery, GeneratedTypesQuery } from './client-types.schema.ts'

export const getTypescriptTypes = endpoint({
  name: 'getTypescriptTypes',
  method: 'GET',
  path: '/v1/projects/:ref/types/typescript',
  summary: 'database.types.ts for supabase-js: the tables, views, functions and enums of schemas as types',
  params: ProjectParams,
  query: ClientTypesQuery,
  response: ClientTypes,
})

export const generateTypescript = endpoint({
  name: 'generateTypescript',
  method: 'GET',
  path: '/platform/pg-meta/:ref/generators/typescript',
  summary: 'database.types.ts for supabase-js as plain text',
  params: ProjectParams,
  query: GeneratedTypesQuery,
  response: z.string(),
  media: 'file',
})
