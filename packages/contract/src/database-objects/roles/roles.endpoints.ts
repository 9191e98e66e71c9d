import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { Role, RoleConnections, RoleListQuery, RolePage } from './roles.schema.ts'

export const listManagedRoles = endpoint({
  name: 'listManagedRoles',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-roles',
  summary: 'The roles of a database server with their attributes and connections, by name',
  params: ProjectParams,
  query: RoleListQuery,
  response: RolePage,
})

export const readManagedRole = endpoint({
  name: 'readManagedRole',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-roles/:oid',
  summary: 'A role as a form changes it, with its members and what it owns',
  params: ObjectParams,
  response: Role,
})

export const countRoleConnections = endpoint({
  name: 'countRoleConnections',
  method: 'GET',
  path: '/platform/pg-meta/:ref/role-connections',
  summary: 'How many connections a database server has, by role, and how many it can have',
  params: ProjectParams,
  response: RoleConnections,
})
