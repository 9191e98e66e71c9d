import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Health, InstallationConfig, InstallationRole } from './installation.schema.ts'

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Returns 200 while the metadata database answers queries, else 503 with the cause',
  response: Health,
})

export const getLiveness = endpoint({
  name: 'getLiveness',
  method: 'GET',
  path: '/health/live',
  summary: 'Returns 200 as long as the process runs, even while it is starting',
  response: Health,
})

export const getReadiness = endpoint({
  name: 'getReadiness',
  method: 'GET',
  path: '/health/ready',
  summary: 'Returns 200 while the server can serve requests, else 503 with the cause',
  response: Health,
})

export const getInstallationConfig = endpoint({
  name: 'getInstallationConfig',
  method: 'GET',
  path: '/api/config',
  summary: 'Edition, version and disabled features of this installation',
  response: InstallationConfig,
})

export const getInstallationRole = endpoint({
  name: 'getInstallationRole',
  method: 'GET',
  path: '/platform/installation/role',
  summary: 'Whether the caller owns this installation',
  response: InstallationRole,
})

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description, in OpenAPI 3.1',
  response: z.record(z.string(), z.unknown()),
})
