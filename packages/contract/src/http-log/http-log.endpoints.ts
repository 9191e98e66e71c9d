import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { HttpLogPage, HttpLogQuery } from './http-log.schema.ts'

export const listHttpLog = endpoint({
  name: 'listHttpLog',
  method: 'GET',
  path: '/platform/projects/:ref/http-log',
  summary: "A page of the calls of a project's own APIs, most recently ended first",
  params: ProjectParams,
  query: HttpLogQuery,
  response: HttpLogPage,
})
