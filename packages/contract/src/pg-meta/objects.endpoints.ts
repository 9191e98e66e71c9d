import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import { MetaType } from './data-types.schema.ts'
import { MetaExtension } from './extensions.schema.ts'
import { MetaFunction } from './functions.schema.ts'
import { EXTENSION_NAME_MAX } from './pg-meta.rules.ts'
import { MetaPublication } from './publications.schema.ts'
import { MetaParams, PageQuery, SelectionQuery, TypesQuery } from './selection.schema.ts'
import { MetaTrigger } from './triggers.schema.ts'

export const listMetaFunctions = endpoint({
  name: 'listMetaFunctions',
  method: 'GET',
  path: '/platform/pg-meta/:ref/functions',
  summary: 'The functions of a database, without procedures and aggregates',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaFunction),
})

export const getMetaFunction = endpoint({
  name: 'getMetaFunction',
  method: 'GET',
  path: '/platform/pg-meta/:ref/functions/:oid',
  summary: 'A function',
  params: MetaParams,
  response: MetaFunction,
})

export const listMetaTriggers = endpoint({
  name: 'listMetaTriggers',
  method: 'GET',
  path: '/platform/pg-meta/:ref/triggers',
  summary: 'The triggers of tables and views',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaTrigger),
})

export const getMetaTrigger = endpoint({
  name: 'getMetaTrigger',
  method: 'GET',
  path: '/platform/pg-meta/:ref/triggers/:oid',
  summary: 'A trigger',
  params: MetaParams,
  response: MetaTrigger,
})

export const listMetaTypes = endpoint({
  name: 'listMetaTypes',
  method: 'GET',
  path: '/platform/pg-meta/:ref/types',
  summary: 'The types of a database, without the row types of tables',
  params: ProjectParams,
  query: TypesQuery,
  response: z.array(MetaType),
})

export const listMetaExtensions = endpoint({
  name: 'listMetaExtensions',
  method: 'GET',
  path: '/platform/pg-meta/:ref/extensions',
  summary: 'The extensions that can be installed in this database, and those that are',
  params: ProjectParams,
  query: PageQuery,
  response: z.array(MetaExtension),
})

export const getMetaExtension = endpoint({
  name: 'getMetaExtension',
  method: 'GET',
  path: '/platform/pg-meta/:ref/extensions/:extension',
  summary: 'An extension, by its name',
  params: ProjectParams.extend({ extension: Text.min(1).max(EXTENSION_NAME_MAX) }),
  response: MetaExtension,
})

export const listMetaPublications = endpoint({
  name: 'listMetaPublications',
  method: 'GET',
  path: '/platform/pg-meta/:ref/publications',
  summary: 'The publications of a database',
  params: ProjectParams,
  query: PageQuery,
  response: z.array(MetaPublication),
})

export const getMetaPublication = endpoint({
  name: 'getMetaPublication',
  method: 'GET',
  path: '/platform/pg-meta/:ref/publications/:oid',
  summary: 'A publication',
  params: MetaParams,
  response: MetaPublication,
})
