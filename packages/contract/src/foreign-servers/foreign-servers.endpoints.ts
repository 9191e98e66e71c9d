import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DropForeignServerQuery,
  ForeignLogin,
  ForeignSchemaImport,
  ForeignSchemaImported,
  ForeignServer,
  ForeignServerDependents,
  ForeignServerEdit,
  ForeignServerParams,
  ForeignServers,
  ForeignServersQuery,
  ForeignServerTest,
  NewForeignServer,
  RemoteTables,
  RemoteTablesQuery,
  UserMappingParams,
} from './foreign-servers.schema.ts'

export const readForeignServers = endpoint({
  name: 'readForeignServers',
  method: 'GET',
  path: '/platform/database/:ref/foreign-servers',
  summary:
    'Servers of foreign data wrappers with their tables and user mappings, without passwords, by name and page by page',
  params: ProjectParams,
  query: ForeignServersQuery,
  response: ForeignServers,
})

export const readForeignServer = endpoint({
  name: 'readForeignServer',
  method: 'GET',
  path: '/platform/database/:ref/foreign-servers/:server',
  summary: 'A server of a foreign data wrapper with its tables and user mappings, without passwords',
  params: ForeignServerParams,
  response: ForeignServer,
})

export const createForeignServer = endpoint({
  name: 'createForeignServer',
  method: 'POST',
  path: '/platform/database/:ref/foreign-servers',
  summary: 'Create a server for tables of another PostgreSQL, with the login of postgres there',
  status: 201,
  params: ProjectParams,
  body: NewForeignServer,
  response: Done,
  audit: { title: 'Create a foreign server', keeps: ['name', 'host', 'port', 'database'] },
})

export const changeForeignServer = endpoint({
  name: 'changeForeignServer',
  method: 'PUT',
  path: '/platform/database/:ref/foreign-servers/:server',
  summary: 'Change a foreign server; passwords that its database has are sealed outside of it',
  params: ForeignServerParams,
  body: ForeignServerEdit,
  response: Done,
  audit: { title: 'Change a foreign server', keeps: ['name', 'host', 'port', 'database'] },
})

export const readForeignServerDependents = endpoint({
  name: 'readForeignServerDependents',
  method: 'GET',
  path: '/platform/database/:ref/foreign-servers/:server/dependents',
  summary: 'What would be dropped with a foreign server',
  params: ForeignServerParams,
  response: ForeignServerDependents,
})

export const dropForeignServer = endpoint({
  name: 'dropForeignServer',
  method: 'DELETE',
  path: '/platform/database/:ref/foreign-servers/:server',
  summary: 'Drop a foreign server with its user mappings; its tables only with cascade',
  params: ForeignServerParams,
  query: DropForeignServerQuery,
  response: Done,
  audit: { title: 'Drop a foreign server' },
})

export const setUserMapping = endpoint({
  name: 'setUserMapping',
  method: 'PUT',
  path: '/platform/database/:ref/foreign-servers/:server/user-mappings/:role',
  summary: 'Say how a role logs in at a foreign server',
  params: UserMappingParams,
  body: ForeignLogin,
  response: Done,
  audit: { title: 'Set the login at a foreign server', keeps: ['user'] },
})

export const dropUserMapping = endpoint({
  name: 'dropUserMapping',
  method: 'DELETE',
  path: '/platform/database/:ref/foreign-servers/:server/user-mappings/:role',
  summary: 'Remove the login of a role at a foreign server',
  params: UserMappingParams,
  response: Done,
  audit: { title: 'Remove a login at a foreign server' },
})

export const testForeignServer = endpoint({
  name: 'testForeignServer',
  method: 'POST',
  path: '/platform/database/:ref/foreign-servers/:server/test',
  summary: 'Connect to a foreign server as postgres would, and say how it went',
  params: ForeignServerParams,
  response: ForeignServerTest,
  audit: { repeats: true },
})

export const listRemoteTables = endpoint({
  name: 'listRemoteTables',
  method: 'GET',
  path: '/platform/database/:ref/foreign-servers/:server/remote-tables',
  summary: 'The schemas of a foreign server, and the tables of one of them',
  params: ForeignServerParams,
  query: RemoteTablesQuery,
  response: RemoteTables,
})

export const importForeignSchema = endpoint({
  name: 'importForeignSchema',
  method: 'POST',
  path: '/platform/database/:ref/foreign-servers/:server/imports',
  summary: 'Create foreign tables for tables of one schema of a foreign server',
  status: 201,
  params: ForeignServerParams,
  body: ForeignSchemaImport,
  response: ForeignSchemaImported,
  audit: { title: 'Import tables of a foreign server', keeps: ['schema', 'tables', 'into', 'replaces'] },
})
