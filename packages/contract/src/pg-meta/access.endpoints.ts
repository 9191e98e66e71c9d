import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { MetaPolicy } from './policies.schema.ts'
import { MetaColumnPrivileges, MetaTablePrivileges } from './privileges.schema.ts'
import { MetaRole } from './roles.schema.ts'
import { MetaParams, RolesQuery, SelectionQuery } from './selection.schema.ts'

export const listMetaRoles = endpoint({
  name: 'listMetaRoles',
  method: 'GET',
  path: '/platform/pg-meta/:ref/roles',
  summary: 'The roles of a database server',
  params: ProjectParams,
  query: RolesQuery,
  response: z.array(MetaRole),
})

export const getMetaRole = endpoint({
  name: 'getMetaRole',
  method: 'GET',
  path: '/platform/pg-meta/:ref/roles/:oid',
  summary: 'A role',
  params: MetaParams,
  response: MetaRole,
})

export const listMetaPolicies = endpoint({
  name: 'listMetaPolicies',
  method: 'GET',
  path: '/platform/pg-meta/:ref/policies',
  summary: 'The row level security policies of tables',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaPolicy),
})

export const getMetaPolicy = endpoint({
  name: 'getMetaPolicy',
  method: 'GET',
  path: '/platform/pg-meta/:ref/policies/:oid',
  summary: 'A policy',
  params: MetaParams,
  response: MetaPolicy,
})

export const listMetaTablePrivileges = endpoint({
  name: 'listMetaTablePrivileges',
  method: 'GET',
  path: '/platform/pg-meta/:ref/table-privileges',
  summary: 'The privileges on tables and views',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaTablePrivileges),
})

export const listMetaColumnPrivileges = endpoint({
  name: 'listMetaColumnPrivileges',
  method: 'GET',
  path: '/platform/pg-meta/:ref/column-privileges',
  summary: 'The privileges on columns, including those on their tables',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaColumnPrivileges),
})
