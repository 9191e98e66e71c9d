import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  NewTableView,
  TableView,
  TableViewChange,
  TableViewParams,
  TableViewQuery,
} from './table-views.schema.ts'

export const listTableViews = endpoint({
  name: 'listTableViews',
  method: 'GET',
  path: '/platform/projects/:ref/table-views',
  summary: "The saved filters and sorts of a table, by name; all of the project's members share them",
  params: ProjectParams,
  query: TableViewQuery,
  response: z.array(TableView),
})

export const createTableView = endpoint({
  name: 'createTableView',
  method: 'POST',
  path: '/platform/projects/:ref/table-views',
  summary: 'Save a filter and a sort of a table under a name',
  params: ProjectParams,
  body: NewTableView,
  audit: { title: 'Save a view of a table', keeps: ['schema', 'table', 'name'] },
  response: TableView,
  status: 201,
})

export const updateTableView = endpoint({
  name: 'updateTableView',
  method: 'PATCH',
  path: '/platform/projects/:ref/table-views/:id',
  summary: 'Rename a saved view, or change what it shows',
  params: TableViewParams,
  body: TableViewChange,
  audit: { title: 'Change a view of a table', keeps: ['name'] },
  response: TableView,
})

export const deleteTableView = endpoint({
  name: 'deleteTableView',
  method: 'DELETE',
  path: '/platform/projects/:ref/table-views/:id',
  summary: 'Delete a saved view',
  params: TableViewParams,
  audit: { title: 'Delete a view of a table' },
  response: TableView,
})
