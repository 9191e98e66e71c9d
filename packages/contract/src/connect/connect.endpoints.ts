import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { CheckedWay, ConnectionCheck, Database, DatabaseParams } from './connect.schema.ts'

export const listDatabases = endpoint({
  name: 'listDatabases',
  method: 'GET',
  path: '/platform/projects/:ref/databases',
  summary: 'The databases of a project and where they answer, the primary first',
  params: ProjectParams,
  response: z.array(Database),
})

export const checkConnection = endpoint({
  name: 'checkConnection',
  method: 'GET',
  path: '/platform/projects/:ref/databases/:identifier/check',
  summary: 'Log in to a database as the connection strings of one way do, and answer what came of it',
  params: DatabaseParams,
  query: CheckedWay,
  response: ConnectionCheck,
})
