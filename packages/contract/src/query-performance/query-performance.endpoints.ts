import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  QueryHistory,
  QueryHistoryQuery,
  QueryPerformancePage,
  QueryPerformanceQuery,
  QueryStatisticParams,
} from './query-performance.schema.ts'

export const listQueryPerformance = endpoint({
  name: 'listQueryPerformance',
  method: 'GET',
  path: '/platform/projects/:ref/query-performance',
  summary: 'A page of what PostgreSQL counted of the queries of the database, so far or in a time range',
  params: ProjectParams,
  query: QueryPerformanceQuery,
  response: QueryPerformancePage,
})

export const getQueryHistory = endpoint({
  name: 'getQueryHistory',
  method: 'GET',
  path: '/platform/projects/:ref/query-performance/:statistic/history',
  summary: 'What a query took over time, and what its sessions waited for',
  params: QueryStatisticParams,
  query: QueryHistoryQuery,
  response: QueryHistory,
})

export const resetQueryPerformance = endpoint({
  name: 'resetQueryPerformance',
  method: 'DELETE',
  path: '/platform/projects/:ref/query-performance',
  summary: 'Reset the statistics of the queries of the database',
  params: ProjectParams,
  response: Done,
  audit: { title: 'Reset the statistics of queries' },
})
