import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { EntityParams } from '../table-editor/grid.schema.ts'
import { EntityDefinition, EntityName, EntityNamesQuery, Relationships } from './entities.schema.ts'

export const nameEntities = endpoint({
  name: 'nameEntities',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entity-names',
  summary: 'The present names of tables and views, by oid',
  params: ProjectParams,
  query: EntityNamesQuery,
  response: z.array(EntityName),
})

export const defineEntity = endpoint({
  name: 'defineEntity',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities/:oid/definition',
  summary: 'The SQL that creates a table or view as it is',
  params: EntityParams,
  response: EntityDefinition,
})

export const listRelationships = endpoint({
  name: 'listRelationships',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities/:oid/relationships',
  summary: 'The foreign keys of a table and those that refer to it',
  params: EntityParams,
  response: Relationships,
})
