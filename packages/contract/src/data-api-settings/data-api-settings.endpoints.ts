import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { DataApiSettings, DataApiSettingsChange, DatabaseSchema } from './data-api-settings.schema.ts'

export const getDataApiSettings = endpoint({
  name: 'getDataApiSettings',
  method: 'GET',
  path: '/platform/projects/:ref/config/postgrest',
  summary: "The settings of the project's Data API: exposed schemas, search path, row limit and pool size",
  params: ProjectParams,
  response: DataApiSettings,
})

export const updateDataApiSettings = endpoint({
  name: 'updateDataApiSettings',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/postgrest',
  summary: 'Change settings of the Data API; new schemas must exist, so the database must be running',
  params: ProjectParams,
  body: DataApiSettingsChange,
  response: DataApiSettings,
  audit: {
    title: 'Change settings of the Data API',
    keeps: ['db_schemas', 'db_extra_search_path', 'max_rows', 'db_pool'],
  },
})

export const listDatabaseSchemas = endpoint({
  name: 'listDatabaseSchemas',
  method: 'GET',
  path: '/platform/projects/:ref/config/postgrest/schemas',
  summary: 'The schemas of the database that the Data API may expose or search',
  params: ProjectParams,
  response: z.array(DatabaseSchema),
})
