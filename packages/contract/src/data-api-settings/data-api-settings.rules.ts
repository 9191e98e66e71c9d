/** The settings of a new project's Data API. */
export const dataApiDefaults = {
  db_schemas: ['public'],
  db_extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
  db_pool: null,
} as const

/** Bounds of the row limit of a response. */
export const MAX_ROWS_MIN = 1
export const MAX_ROWS_MAX = 1_000_000

/** Connections of a project's own APIs, unless set. */
export const DEFAULT_POOL = 10
export const POOL_MIN = 1
/** An instance accepts 60 connections; SQL editors, poolers and direct clients need the rest. */
export const POOL_MAX = 40

/** Schemas in one list. */
export const SCHEMAS_MAX = 50
/** PostgreSQL truncates longer names. */
export const SCHEMA_NAME_MAX = 63

/** Internal schemas of PostgreSQL and Basalt, which would expose more than anyone intends. */
const NEVER_EXPOSED = new Set(['information_schema', 'auth', 'basalt', 'extensions'])

export const isExposable = (schema: string) => !schema.startsWith('pg_') && !NEVER_EXPOSED.has(schema)

/** Whether the search path may contain it: every exposable schema, and `extensions`. */
export const isSearchable = (schema: string) => isExposable(schema) || schema === 'extensions'
