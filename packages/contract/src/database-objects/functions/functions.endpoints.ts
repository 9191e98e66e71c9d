import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { OBJECT_CHANGE_BODY_LIMIT } from '../database-objects.rules.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import {
  CheckedFunction,
  DatabaseFunction,
  FunctionChange,
  FunctionLanguages,
  FunctionListQuery,
  FunctionPage,
  TriggerFunctions,
  TriggerFunctionsQuery,
} from './functions.schema.ts'

export const listDatabaseFunctions = endpoint({
  name: 'listDatabaseFunctions',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-functions',
  summary: 'The functions, procedures and aggregates of a schema, by name',
  params: ProjectParams,
  query: FunctionListQuery,
  response: FunctionPage,
})

export const readDatabaseFunction = endpoint({
  name: 'readDatabaseFunction',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-functions/:oid',
  summary: 'A function as a form changes it, and the triggers that call it',
  params: ObjectParams,
  response: DatabaseFunction,
})

export const checkDatabaseFunction = endpoint({
  name: 'checkDatabaseFunction',
  method: 'POST',
  path: '/platform/pg-meta/:ref/database-functions/check',
  summary: 'Try a change of a function in a transaction that is rolled back',
  params: ProjectParams,
  body: FunctionChange,
  response: CheckedFunction,
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { repeats: true },
})

export const listFunctionLanguages = endpoint({
  name: 'listFunctionLanguages',
  method: 'GET',
  path: '/platform/pg-meta/:ref/function-languages',
  summary: 'The languages that functions can be written in',
  params: ProjectParams,
  response: FunctionLanguages,
})

export const listTriggerFunctions = endpoint({
  name: 'listTriggerFunctions',
  method: 'GET',
  path: '/platform/pg-meta/:ref/trigger-functions',
  summary: 'The functions that triggers or event triggers can call',
  params: ProjectParams,
  query: TriggerFunctionsQuery,
  response: TriggerFunctions,
})
