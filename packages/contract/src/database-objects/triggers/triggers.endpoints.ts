import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { DatabaseTrigger, TriggerListQuery, TriggerPage } from './triggers.schema.ts'

export const listDatabaseTriggers = endpoint({
  name: 'listDatabaseTriggers',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-triggers',
  summary: 'The triggers on tables and views of a schema, by name',
  params: ProjectParams,
  query: TriggerListQuery,
  response: TriggerPage,
})

export const readDatabaseTrigger = endpoint({
  name: 'readDatabaseTrigger',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-triggers/:oid',
  summary: 'A trigger as a form changes it',
  params: ObjectParams,
  response: DatabaseTrigger,
})
