import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { AdvisedQuery, IndexAdvice, IndexAdviceParams } from './index-advice.schema.ts'

export const startIndexAdvice = endpoint({
  name: 'startIndexAdvice',
  method: 'POST',
  path: '/platform/projects/:ref/index-advice',
  summary: 'Try indexes for a query on a copy of the database, which is removed afterwards; returns at once',
  params: ProjectParams,
  body: AdvisedQuery,
  response: IndexAdvice,
  status: 201,
  audit: { title: 'Try indexes on a copy', keeps: [], sql: ['query'] },
})

export const getIndexAdvice = endpoint({
  name: 'getIndexAdvice',
  method: 'GET',
  path: '/platform/projects/:ref/index-advice/:id',
  summary: 'How far index advice is, and its report; kept until the next one or a restart of Basalt',
  params: IndexAdviceParams,
  response: IndexAdvice,
})

export const cancelIndexAdvice = endpoint({
  name: 'cancelIndexAdvice',
  method: 'DELETE',
  path: '/platform/projects/:ref/index-advice/:id',
  summary: 'End index advice and remove its copy; answers once the copy is gone',
  params: IndexAdviceParams,
  response: IndexAdvice,
  audit: { title: 'Cancel index advice' },
})
