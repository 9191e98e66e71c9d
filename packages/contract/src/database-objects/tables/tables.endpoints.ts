import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { TableList, TableListQuery } from './tables.schema.ts'

export const listTables = endpoint({
  name: 'listTables',
  method: 'GET',
  path: '/platform/pg-meta/:ref/table-list',
  summary: 'The tables and views of a schema with their sizes and the state of their rows',
  params: ProjectParams,
  query: TableListQuery,
  response: TableList,
})
