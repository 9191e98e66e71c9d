import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Health, InstallationConfig } from './installation.schema.ts'

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Answers 200 once queries are answered',
  response: Health,
})

export const getInstallationConfig = endpoint({
  name: 'getInstallationConfig',
  method: 'GET',
  path: '/api/config',
  summary: 'Edition, version and switches of this installation',
  response: InstallationConfig,
})

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description, in OpenAPI 3.1',
  response: z.record(z.string(), z.unknown()),
})
