/** What a project's Data API begins with. */
export const dataApiDefaults = {
  db_schemas: ['public'],
  db_extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
  db_pool: null,
} as const

/** Rows of one answer at most. */
export const MAX_ROWS_MIN = 1
export const MAX_ROWS_MAX = 1_000_000

/** Connections that a project's own APIs keep when nobody says how many. */
export const DEFAULT_POOL = 10
export const POOL_MIN = 1
/** An instance takes 60 connections: editors, poolers and people need theirs. */
export const POOL_MAX = 40

/** Names in one list. */
export const SCHEMAS_MAX = 50
/** PostgreSQL cuts longer names. */
export const SCHEMA_NAME_MAX = 63

/** What belongs to PostgreSQL or to Basalt: exposing it would show more than anybody means to. */
const NEVER_EXPOSED = new Set(['information_schema', 'auth', 'basalt', 'extensions'])

export const isExposable = (schema: string) => !schema.startsWith('pg_') && !NEVER_EXPOSED.has(schema)

/** Whether functions and types are found there without naming it; what is not exposable may still be searched. */
export const isSearchable = (schema: string) => isExposable(schema) || schema === 'extensions'
