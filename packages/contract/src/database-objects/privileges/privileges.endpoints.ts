import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { OBJECT_CHANGE_BODY_LIMIT } from '../database-objects.rules.ts'
import {
  ColumnPrivilegeQuery,
  DefaultPrivilege,
  PrivilegeChanges,
  PrivilegePlan,
  PrivilegesOnColumns,
  PrivilegesOnTables,
  SchemaPrivilegeQuery,
  TablePrivilegeQuery,
} from './privileges.schema.ts'

export const listPrivilegesOnTables = endpoint({
  name: 'listPrivilegesOnTables',
  method: 'GET',
  path: '/platform/pg-meta/:ref/privileges/tables',
  summary: 'What a role may do with the tables and views of a schema, and where from',
  params: ProjectParams,
  query: TablePrivilegeQuery,
  response: PrivilegesOnTables,
})

export const listPrivilegesOnColumns = endpoint({
  name: 'listPrivilegesOnColumns',
  method: 'GET',
  path: '/platform/pg-meta/:ref/privileges/columns',
  summary: 'What a role may do with the columns of a table, and where from',
  params: ProjectParams,
  query: ColumnPrivilegeQuery,
  response: PrivilegesOnColumns,
})

export const listPrivilegesOnSchemas = endpoint({
  name: 'listPrivilegesOnSchemas',
  method: 'GET',
  path: '/platform/pg-meta/:ref/privileges/schemas',
  summary: 'What a role may do in the schemas of a database, and where from',
  params: ProjectParams,
  query: SchemaPrivilegeQuery,
  response: PrivilegesOnTables,
})

export const listDefaultPrivileges = endpoint({
  name: 'listDefaultPrivileges',
  method: 'GET',
  path: '/platform/pg-meta/:ref/privileges/defaults',
  summary: 'The privileges that new objects get',
  params: ProjectParams,
  response: z.array(DefaultPrivilege),
})

export const planPrivilegeChanges = endpoint({
  name: 'planPrivilegeChanges',
  method: 'POST',
  path: '/platform/pg-meta/:ref/privileges/plan',
  summary: 'The SQL of changes of privileges, and what they risk; nothing is run',
  params: ProjectParams,
  body: PrivilegeChanges,
  response: PrivilegePlan,
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { repeats: true },
})

export const applyPrivilegeChanges = endpoint({
  name: 'applyPrivilegeChanges',
  method: 'POST',
  path: '/platform/pg-meta/:ref/privileges',
  summary: 'Grant and revoke privileges of a role in one transaction',
  params: ProjectParams,
  body: PrivilegeChanges,
  response: PrivilegePlan,
  bodyLimit: OBJECT_CHANGE_BODY_LIMIT,
  audit: { title: 'Change privileges', keeps: ['role'] },
})
