/** Entities on one page of the list. */
export const ENTITIES_PAGE_SIZE = 100

/** Characters of the part of a name that is searched for: PostgreSQL keeps 63 bytes of a name. */
export const ENTITY_SEARCH_MAX = 63

/** What can be opened as a grid, as in pg_class, in the order in which the list sorts them by type. */
export const entityKinds = ['r', 'v', 'm', 'f', 'p'] as const
export type EntityKind = (typeof entityKinds)[number]

export const entityKindNames: Readonly<Record<EntityKind, string>> = {
  r: 'Table',
  v: 'View',
  m: 'Materialized view',
  f: 'Foreign table',
  p: 'Partitioned table',
}

/** Why the roles of the Data API, anon and authenticated, reach rows that no policy guards. */
export const entityExposures = [
  'no_row_security',
  'definer_view',
  'materialized_view',
  'foreign_table',
] as const
export type EntityExposure = (typeof entityExposures)[number]

/** Schemas that the platform or its tools look after. They can be read, and the editor changes nothing in them. */
export const PROTECTED_SCHEMAS: readonly string[] = [
  'auth',
  'basalt',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'information_schema',
  'net',
  'pgbouncer',
  'pgmq',
  'pgsodium',
  'pgsodium_masks',
  'pgtle',
  'realtime',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
]

export const isProtectedSchema = (name: string) => name.startsWith('pg_') || PROTECTED_SCHEMAS.includes(name)
