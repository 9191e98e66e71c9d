import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ChangePlan } from '../schema-changes/schema-changes.schema.ts'
import { OBJECT_CHANGE_BODY_LIMIT } from './database-objects.rules.ts'
import { ObjectChangeResult } from './database-objects.schema.ts'
import { ObjectChange } from './object-changes.schema.ts'

export const planObjectChange = endpoint({
  name: 'planObjectChange',
  method: 'POST',
  path: '/platform/pg-meta/:ref/object-changes/plan',
  summary: 'The SQL of a change of an object, and what is dropped with it; nothing is run',
  params: ProjectParams,
  body: ObjectChange,
  response: ChangePlan,
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { repeats: true },
})

export const applyObjectChange = endpoint({
  name: 'applyObjectChange',
  method: 'POST',
  path: '/platform/pg-meta/:ref/object-changes',
  summary: 'Create, change or drop an object of a database in one transaction',
  params: ProjectParams,
  body: ObjectChange,
  response: ObjectChangeResult,
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { title: 'Change objects of the database', keeps: ['object', 'action', 'id', 'cascade'] },
})
