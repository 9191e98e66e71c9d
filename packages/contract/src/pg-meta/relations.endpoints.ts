import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { MetaColumn } from './columns.schema.ts'
import { MetaIndex } from './indexes.schema.ts'
import {
  ColumnId,
  MaterializedViewsQuery,
  MetaParams,
  RelationsQuery,
  SelectionQuery,
} from './selection.schema.ts'
import { MetaTable } from './tables.schema.ts'
import { MetaForeignTable, MetaMaterializedView, MetaView } from './views.schema.ts'

export const listMetaTables = endpoint({
  name: 'listMetaTables',
  method: 'GET',
  path: '/platform/pg-meta/:ref/tables',
  summary: 'The tables of a database, with their keys and columns',
  params: ProjectParams,
  query: RelationsQuery,
  response: z.array(MetaTable),
})

export const getMetaTable = endpoint({
  name: 'getMetaTable',
  method: 'GET',
  path: '/platform/pg-meta/:ref/tables/:oid',
  summary: 'A table, with its keys and columns',
  params: MetaParams,
  response: MetaTable,
})

export const listMetaViews = endpoint({
  name: 'listMetaViews',
  method: 'GET',
  path: '/platform/pg-meta/:ref/views',
  summary: 'The views of a database',
  params: ProjectParams,
  query: RelationsQuery,
  response: z.array(MetaView),
})

export const getMetaView = endpoint({
  name: 'getMetaView',
  method: 'GET',
  path: '/platform/pg-meta/:ref/views/:oid',
  summary: 'A view, with its columns',
  params: MetaParams,
  response: MetaView,
})

export const listMetaMaterializedViews = endpoint({
  name: 'listMetaMaterializedViews',
  method: 'GET',
  path: '/platform/pg-meta/:ref/materialized-views',
  summary: 'The materialized views of a database; with include_columns=true with their columns',
  params: ProjectParams,
  query: MaterializedViewsQuery,
  response: z.array(MetaMaterializedView),
})

export const getMetaMaterializedView = endpoint({
  name: 'getMetaMaterializedView',
  method: 'GET',
  path: '/platform/pg-meta/:ref/materialized-views/:oid',
  summary: 'A materialized view, with its columns',
  params: MetaParams,
  response: MetaMaterializedView,
})

export const listMetaForeignTables = endpoint({
  name: 'listMetaForeignTables',
  method: 'GET',
  path: '/platform/pg-meta/:ref/foreign-tables',
  summary: 'The foreign tables of a database',
  params: ProjectParams,
  query: RelationsQuery,
  response: z.array(MetaForeignTable),
})

export const getMetaForeignTable = endpoint({
  name: 'getMetaForeignTable',
  method: 'GET',
  path: '/platform/pg-meta/:ref/foreign-tables/:oid',
  summary: 'A foreign table, with its columns',
  params: MetaParams,
  response: MetaForeignTable,
})

export const listMetaColumns = endpoint({
  name: 'listMetaColumns',
  method: 'GET',
  path: '/platform/pg-meta/:ref/columns',
  summary: 'The columns of tables and views',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaColumn),
})

export const getMetaColumn = endpoint({
  name: 'getMetaColumn',
  method: 'GET',
  path: '/platform/pg-meta/:ref/columns/:column',
  summary: 'A column, by the oid of its table, a dot and its number',
  params: ProjectParams.extend({ column: ColumnId }),
  response: MetaColumn,
})

export const listMetaIndexes = endpoint({
  name: 'listMetaIndexes',
  method: 'GET',
  path: '/platform/pg-meta/:ref/indexes',
  summary: 'The indexes of a database',
  params: ProjectParams,
  query: SelectionQuery,
  response: z.array(MetaIndex),
})

export const getMetaIndex = endpoint({
  name: 'getMetaIndex',
  method: 'GET',
  path: '/platform/pg-meta/:ref/indexes/:oid',
  summary: 'An index',
  params: MetaParams,
  response: MetaIndex,
})
