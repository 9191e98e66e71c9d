import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { DatabaseSchema, NewSchema } from './schemas.schema.ts'

export const listSchemas = endpoint({
  name: 'listSchemas',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schemas',
  summary: "The schemas of a project's database, public first",
  params: ProjectParams,
  query: z.object({
    /** Also those that belong to PostgreSQL itself. */
    include_system_schemas: z.stringbool().default(false),
  }),
  response: z.array(DatabaseSchema),
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
