import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { QueryHistoryEntry, QueryHistoryQuery } from './query-history.schema.ts'

export const listQueryHistory = endpoint({
  name: 'listQueryHistory',
  method: 'GET',
  path: '/platform/projects/:ref/query-history',
  summary: 'The SQL that was run on this project, newest first',
  params: ProjectParams,
  query: QueryHistoryQuery,
  response: z.object({ data: z.array(QueryHistoryEntry), cursor: z.string().optional() }),
})
