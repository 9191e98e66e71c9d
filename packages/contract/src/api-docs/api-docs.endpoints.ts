import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ApiContents, ApiContentsQuery, ApiEntityQuery, ApiFunction, ApiRelation } from './api-docs.schema.ts'

export const listApiContents = endpoint({
  name: 'listApiContents',
  method: 'GET',
  path: '/platform/projects/:ref/api-docs',
  summary: 'The tables, views and functions that the Data API offers in a schema',
  params: ProjectParams,
  query: ApiContentsQuery,
  response: ApiContents,
})

export const describeApiRelation = endpoint({
  name: 'describeApiRelation',
  method: 'GET',
  path: '/platform/projects/:ref/api-docs/relation',
  summary: 'A table or view that the Data API offers: its columns, their references and comments',
  params: ProjectParams,
  query: ApiEntityQuery,
  response: ApiRelation,
})

export const describeApiFunction = endpoint({
  name: 'describeApiFunction',
  method: 'GET',
  path: '/platform/projects/:ref/api-docs/function',
  summary: 'All functions of one name that the Data API offers: their arguments and return types',
  params: ProjectParams,
  query: ApiEntityQuery,
  response: ApiFunction,
})
