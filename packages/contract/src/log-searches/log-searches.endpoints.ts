import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { LogSearch, LogSearchParams, LogSearchQuery, NewLogSearch } from './log-searches.schema.ts'

export const listLogSearches = endpoint({
  name: 'listLogSearches',
  method: 'GET',
  path: '/platform/projects/:ref/log-searches',
  summary: "The saved searches of a page of logs, by name; all of the project's members share them",
  params: ProjectParams,
  query: LogSearchQuery,
  response: z.array(LogSearch),
})

export const createLogSearch = endpoint({
  name: 'createLogSearch',
  method: 'POST',
  path: '/platform/projects/:ref/log-searches',
  summary: 'Save a search of the logs, or a query of the explorer with its chart',
  params: ProjectParams,
  body: NewLogSearch,
  response: LogSearch,
  status: 201,
  audit: { title: 'Save a search of the logs', keeps: ['place', 'name'] },
})

export const deleteLogSearch = endpoint({
  name: 'deleteLogSearch',
  method: 'DELETE',
  path: '/platform/projects/:ref/log-searches/:id',
  summary: 'Delete a saved search',
  params: LogSearchParams,
  response: Done,
  audit: { title: 'Delete a saved search of the logs' },
})
