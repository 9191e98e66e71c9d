import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { InstanceFacts, InstanceLogEntry, Machine, NewDatabasePassword } from './instances.schema.ts'

const LOG_PAGE_SIZE = 100
const LOG_PAGE_MAX = 1000

export const getInstanceFacts = endpoint({
  name: 'getInstanceFacts',
  method: 'GET',
  path: '/platform/projects/:ref/instance',
  summary: 'Version, size, connections, uptime and endpoint of the database',
  params: ProjectParams,
  response: InstanceFacts,
})

export const getMachine = endpoint({
  name: 'getMachine',
  method: 'GET',
  path: '/platform/projects/:ref/instance/machine',
  summary: 'CPUs, memory and disk of the machine that the database runs on',
  params: ProjectParams,
  response: Machine,
})

export const listInstanceLogs = endpoint({
  name: 'listInstanceLogs',
  method: 'GET',
  path: '/platform/projects/:ref/instance/logs',
  summary: "The database's log, newest first",
  params: ProjectParams,
  query: z.object({ limit: z.coerce.number().int().min(1).max(LOG_PAGE_MAX).default(LOG_PAGE_SIZE) }),
  response: z.array(InstanceLogEntry),
})

export const updateDatabasePassword = endpoint({
  name: 'updateDatabasePassword',
  method: 'PATCH',
  path: '/platform/projects/:ref/db-password',
  summary: 'Change the password of the role postgres; can also end its open connections',
  params: ProjectParams,
  body: NewDatabasePassword,
  response: Done,
  audit: { title: 'Reset the database password', keeps: ['end_connections'] },
})
