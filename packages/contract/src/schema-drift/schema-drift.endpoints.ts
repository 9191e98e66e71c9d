import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SchemaDrift } from './schema-drift.schema.ts'

export const checkSchemaDrift = endpoint({
  name: 'checkSchemaDrift',
  method: 'POST',
  path: '/platform/projects/:ref/database/migrations/check-drift',
  summary: 'Compare the schema with what the migrations make of an empty database',
  params: ProjectParams,
  response: SchemaDrift,
  audit: { title: 'Compare the schema with its migrations' },
})
