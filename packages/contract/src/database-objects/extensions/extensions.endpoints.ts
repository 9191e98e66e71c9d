import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { AvailableExtension, Extension } from './extensions.schema.ts'

export const listAvailableExtensions = endpoint({
  name: 'listAvailableExtensions',
  method: 'GET',
  path: '/platform/pg-meta/:ref/available-extensions',
  summary: 'The extensions that are enabled or can be, by name',
  params: ProjectParams,
  response: z.array(AvailableExtension),
})

export const readExtension = endpoint({
  name: 'readExtension',
  method: 'GET',
  path: '/platform/pg-meta/:ref/available-extensions/:oid',
  summary: 'An extension that is enabled, with its version and schema',
  params: ObjectParams,
  response: Extension,
})
