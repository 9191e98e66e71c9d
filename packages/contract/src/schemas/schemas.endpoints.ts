import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MetaParams, PageQuery } from '../pg-meta/selection.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { DatabaseSchema, NewSchema } from './schemas.schema.ts'

export const listSchemas = endpoint({
  name: 'listSchemas',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schemas',
  summary: "The schemas of a project's database, public first",
  params: ProjectParams,
  query: PageQuery.extend({
    /** Also those that belong to PostgreSQL itself. */
    include_system_schemas: z.stringbool().default(false),
  }),
  response: z.array(DatabaseSchema),
})

export const getSchema = endpoint({
  name: 'getSchema',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schemas/:oid',
  summary: "A schema of a project's database",
  params: MetaParams,
  response: DatabaseSchema,
})

export const createSchema = endpoint({
  name: 'createSchema',
  method: 'POST',
  path: '/platform/pg-meta/:ref/schemas',
  summary: "Create a schema in a project's database",
  params: ProjectParams,
  body: NewSchema,
  response: DatabaseSchema,
  status: 201,
  audit: { title: 'Create a schema', keeps: ['name'] },
})
