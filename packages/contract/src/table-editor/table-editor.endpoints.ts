import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { GRID_EDITS_BODY_LIMIT } from './grid.rules.ts'
import {
  EntityParams,
  GridCellRequest,
  GridCount,
  GridCountQuery,
  GridDeleted,
  GridDeletion,
  GridEditResults,
  GridEdits,
  GridEditsSql,
  GridEntity,
  GridEntityQuery,
  GridPage,
  GridRowsQuery,
  WholeCell,
} from './grid.schema.ts'
import { EntityPage, EntityQuery } from './table-editor.schema.ts'

export const listEntities = endpoint({
  name: 'listEntities',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities',
  summary: 'The tables and views of a schema, one page at a time',
  params: ProjectParams,
  query: EntityQuery,
  response: EntityPage,
})

export const describeEntity = endpoint({
  name: 'describeEntity',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities/:oid',
  summary:
    'A table or view as a grid shows it: its columns, how rows are told apart, and what can be changed',
  params: EntityParams,
  query: GridEntityQuery,
  response: GridEntity,
})

export const listRows = endpoint({
  name: 'listRows',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities/:oid/rows',
  summary: 'One page of the rows of a table or view, filtered and sorted',
  params: EntityParams,
  query: GridRowsQuery,
  response: GridPage,
})

export const countRows = endpoint({
  name: 'countRows',
  method: 'GET',
  path: '/platform/pg-meta/:ref/entities/:oid/count',
  summary: 'How many rows of a table or view match a filter; an estimate unless exact',
  params: EntityParams,
  query: GridCountQuery,
  response: GridCount,
})

export const readCell = endpoint({
  name: 'readCell',
  method: 'POST',
  path: '/platform/pg-meta/:ref/entities/:oid/cell',
  summary: 'One whole value of a row',
  params: EntityParams,
  body: GridCellRequest,
  response: WholeCell,
  audit: { title: 'Read a cell', keeps: ['column', 'role'] },
})

export const saveEdits = endpoint({
  name: 'saveEdits',
  method: 'POST',
  path: '/platform/pg-meta/:ref/entities/:oid/edits',
  summary: 'Change rows of a table or view in one transaction',
  params: EntityParams,
  body: GridEdits,
  response: GridEditResults,
  bodyLimit: GRID_EDITS_BODY_LIMIT,
  audit: { title: 'Change rows', keeps: ['role'] },
})

export const deleteMatchingRows = endpoint({
  name: 'deleteMatchingRows',
  method: 'POST',
  path: '/platform/pg-meta/:ref/entities/:oid/delete-rows',
  summary: 'Delete all rows of a table or view that match a filter, in one statement',
  params: EntityParams,
  body: GridDeletion,
  response: GridDeleted,
  audit: { title: 'Delete matching rows', keeps: ['role'] },
})

export const previewEdits = endpoint({
  name: 'previewEdits',
  method: 'POST',
  path: '/platform/pg-meta/:ref/entities/:oid/edits/preview',
  summary: 'The SQL of changes of rows, to be read or run elsewhere',
  params: EntityParams,
  body: GridEdits,
  response: GridEditsSql,
  bodyLimit: GRID_EDITS_BODY_LIMIT,
  audit: { title: 'Show the SQL of changed rows', keeps: ['role'] },
})
