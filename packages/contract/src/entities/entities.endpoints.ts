import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { EntityName, EntityNamesQuery } from './entities.schema.ts'

export const nameEntities = endpoint({
  name: 'nameEntities',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entity-names',
  summary: 'The present names of tables and views, by oid',
  params: ProjectParams,
  query: EntityNamesQuery,
  response: z.array(EntityName),
})
