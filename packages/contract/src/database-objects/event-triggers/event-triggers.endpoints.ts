import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { EventTrigger, EventTriggerListQuery, EventTriggerPage } from './event-triggers.schema.ts'

export const listEventTriggers = endpoint({
  name: 'listEventTriggers',
  method: 'GET',
  path: '/platform/pg-meta/:ref/event-triggers',
  summary: 'The event triggers of a database, by name',
  params: ProjectParams,
  query: EventTriggerListQuery,
  response: EventTriggerPage,
})

export const readEventTrigger = endpoint({
  name: 'readEventTrigger',
  method: 'GET',
  path: '/platform/pg-meta/:ref/event-triggers/:oid',
  summary: 'An event trigger as a form changes it',
  params: ObjectParams,
  response: EventTrigger,
})
