import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { LOG_PAGE_MAX, LOG_PAGE_SIZE } from './instances.rules.ts'
import { InstanceFacts, InstanceLogEntry, Machine, NewDatabasePassword } from './instances.schema.ts'

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
  summary: 'Processors, memory and disk of the machine that the database runs on',
  params: ProjectParams,
  response: Machine,
})

export const listInstanceLogs = endpoint({
  name: 'listInstanceLogs',
  method: 'GET',
  path: '/platform/projects/:ref/instance/logs',
  summary: 'What the database wrote to its log, newest first',
  params: ProjectParams,
  query: z.object({ limit: z.coerce.number().int().min(1).max(LOG_PAGE_MAX).default(LOG_PAGE_SIZE) }),
  response: z.array(InstanceLogEntry),
})

export const updateDatabasePassword = endpoint({
  name: 'updateDatabasePassword',
  method: 'PATCH',
  path: '/platform/projects/:ref/db-password',
  summary: 'Give the role postgres another password; open connections stay open unless they are to end',
  params: ProjectParams,
  body: NewDatabasePassword,
  response: Done,
  audit: { title: 'Reset the database password', keeps: ['end_connections'] },
})
