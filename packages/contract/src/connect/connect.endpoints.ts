import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ConnectionCheck, ConnectionMethodQuery, Database, DatabaseParams } from './connect.schema.ts'

export const listDatabases = endpoint({
  name: 'listDatabases',
  method: 'GET',
  path: '/platform/projects/:ref/databases',
  summary: 'The databases of a project and their addresses, the primary first',
  params: ProjectParams,
  response: z.array(Database),
})

export const checkConnection = endpoint({
  name: 'checkConnection',
  method: 'GET',
  path: '/platform/projects/:ref/databases/:identifier/check',
  summary: 'Try a login with the host and port of a connection method, and return the outcome',
  params: DatabaseParams,
  query: ConnectionMethodQuery,
  response: ConnectionCheck,
})
