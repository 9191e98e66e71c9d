import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SCHEMA_CHANGE_BODY_LIMIT } from './schema-changes.rules.ts'
import {
  ChangePlan,
  ChangeResult,
  ColumnType,
  CreateTableSql,
  SchemaChange,
  TableDefinition,
  TableDefinitionParams,
  TableDraft,
} from './schema-changes.schema.ts'

export const readTableDefinition = endpoint({
  name: 'readTableDefinition',
  method: 'GET',
  path: '/platform/pg-meta/:ref/table-definitions/:oid',
  summary: 'A table as a form changes it: columns, keys, checks, row level security',
  params: TableDefinitionParams,
  response: TableDefinition,
})

export const listColumnTypes = endpoint({
  name: 'listColumnTypes',
  method: 'GET',
  path: '/platform/pg-meta/:ref/column-types',
  summary: 'The types that a database has besides those of PostgreSQL',
  params: ProjectParams,
  response: z.array(ColumnType),
})

export const planSchemaChange = endpoint({
  name: 'planSchemaChange',
  method: 'POST',
  path: '/platform/pg-meta/:ref/schema-changes/plan',
  summary: 'The SQL of a change of tables, and what it rewrites, reads, locks and drops; nothing is run',
  params: ProjectParams,
  body: SchemaChange,
  response: ChangePlan,
  bodyLimit: SCHEMA_CHANGE_BODY_LIMIT,
  audit: { repeats: true },
})

export const applySchemaChange = endpoint({
  name: 'applySchemaChange',
  method: 'POST',
  path: '/platform/pg-meta/:ref/schema-changes',
  summary: 'Change tables in one transaction',
  params: ProjectParams,
  body: SchemaChange,
  response: ChangeResult,
  bodyLimit: SCHEMA_CHANGE_BODY_LIMIT,
  audit: { title: 'Change tables', keeps: ['kind', 'id', 'name', 'column', 'enabled', 'cascade'] },
})

export const readCreateTable = endpoint({
  name: 'readCreateTable',
  method: 'POST',
  path: '/platform/pg-meta/:ref/schema-changes/from-sql',
  summary: 'The table that a CREATE TABLE statement makes, as a form changes it; nothing is kept',
  params: ProjectParams,
  body: CreateTableSql,
  response: TableDraft,
  audit: { title: 'Read a CREATE TABLE statement', sql: ['sql'] },
})
