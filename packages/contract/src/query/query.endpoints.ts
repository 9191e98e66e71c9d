import { z } from 'zod'
import { DatabaseIdentifier } from '../connect/connect.schema.ts'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Activity, EndActivity } from './activity.schema.ts'
import { SchemaCatalogue } from './catalogue.schema.ts'
import { QUERY_BODY_LIMIT } from './query.rules.ts'
import {
  DatabaseRole,
  ExportedQueryText,
  QueryEvent,
  RunningQuery,
  RunQueryText,
  StatementResult,
  StreamedQueryText,
  TransactionEnding,
} from './query.schema.ts'

/** A row as an object: JSON types where exact, text otherwise. A repeated column name gets `_1`, `_2` … */
export const RowObject = z.record(z.string(), z.unknown())

/** The primary by default. */
const WhichDatabase = z.object({ database: DatabaseIdentifier.optional() })

export const runQuery = endpoint({
  name: 'runQuery',
  method: 'POST',
  path: '/platform/pg-meta/:ref/query',
  summary: 'Run SQL as the postgres role; returns the rows of the last statement, or of all with results=all',
  params: ProjectParams,
  query: z.object({
    results: z.enum(['last', 'all']).default('last'),
    /** Any label of the caller, for tracing. */
    key: z.string().optional(),
  }),
  body: RunQueryText,
  response: z.union([z.array(StatementResult), z.array(RowObject)]),
  bodyLimit: QUERY_BODY_LIMIT,
  audit: { title: 'Run SQL', sql: ['query'], keeps: ['role', 'database'] },
})

export const streamQuery = endpoint({
  name: 'streamQuery',
  method: 'POST',
  path: '/platform/pg-meta/:ref/query/stream',
  summary: 'Run SQL and stream its results, one JSON event per line',
  params: ProjectParams,
  body: StreamedQueryText,
  response: QueryEvent,
  media: 'ndjson',
  bodyLimit: QUERY_BODY_LIMIT,
  audit: { title: 'Run SQL', sql: ['query'], keeps: ['role', 'database'] },
})

export const followQuery = endpoint({
  name: 'followQuery',
  method: 'GET',
  path: '/platform/projects/:ref/queries/:id/stream',
  summary: "Stream the results of one of the caller's kept queries from the beginning, one event per line",
  params: ProjectParams.extend({ id: z.uuid() }),
  response: QueryEvent,
  media: 'ndjson',
})

export const endHeldTransaction = endpoint({
  name: 'endHeldTransaction',
  method: 'POST',
  path: '/platform/projects/:ref/queries/:id/end',
  summary: "Commit or roll back the transaction that one of the caller's queries left open for preview",
  params: ProjectParams.extend({ id: z.uuid() }),
  body: TransactionEnding,
  response: Done,
  audit: { title: 'Commit or roll back a previewed change', keeps: ['how'] },
})

export const exportQuery = endpoint({
  name: 'exportQuery',
  method: 'POST',
  path: '/platform/pg-meta/:ref/query/export',
  summary: 'Run one statement and download all its rows as a file, without a limit',
  audit: { title: 'Export the rows of a query', sql: ['query'], keeps: ['role', 'database'] },
  params: ProjectParams,
  body: ExportedQueryText,
  response: z.string(),
  media: 'file',
  bodyLimit: QUERY_BODY_LIMIT,
})

export const listDatabaseRoles = endpoint({
  name: 'listDatabaseRoles',
  method: 'GET',
  path: '/platform/projects/:ref/database-roles',
  summary: 'The database roles that SQL can be run as besides postgres, by name',
  params: ProjectParams,
  response: z.array(DatabaseRole),
})

export const listRunningQueries = endpoint({
  name: 'listRunningQueries',
  method: 'GET',
  path: '/platform/projects/:ref/queries',
  summary: "The project's running queries that were started through this API, oldest first",
  params: ProjectParams,
  response: z.array(RunningQuery),
})

export const cancelQuery = endpoint({
  name: 'cancelQuery',
  method: 'DELETE',
  path: '/platform/projects/:ref/queries/:id',
  summary: 'Cancel a running query in the database',
  params: ProjectParams.extend({ id: z.uuid() }),
  response: Done,
  audit: { title: 'Cancel a running query' },
})

export const listActivity = endpoint({
  name: 'listActivity',
  method: 'GET',
  path: '/platform/projects/:ref/activity',
  summary: "All running queries of a project's database, longest-running first",
  params: ProjectParams,
  query: WhichDatabase,
  response: z.array(Activity),
})

export const endActivity = endpoint({
  name: 'endActivity',
  method: 'POST',
  path: '/platform/projects/:ref/activity/:pid/end',
  summary: "Cancel a connection's query, or end the connection",
  audit: { title: 'Cancel a query or end its connection', keeps: ['how'] },
  params: ProjectParams.extend({ pid: z.coerce.number().int().positive() }),
  query: WhichDatabase,
  body: EndActivity,
  response: Done,
})

export const getSchemaCatalogue = endpoint({
  name: 'getSchemaCatalogue',
  method: 'GET',
  path: '/platform/projects/:ref/schema-catalogue',
  summary: 'The names that SQL in this project can use: relations with their columns, and functions',
  params: ProjectParams,
  response: SchemaCatalogue,
})
