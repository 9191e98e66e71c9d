/** The schema in each project's database for Basalt's own tables and its guarded functions. */
export const BOOKKEEPING_SCHEMA = 'basalt'

/** Schemas that apps do not use in SQL, besides PostgreSQL's `pg_…`. */
const INTERNAL_SCHEMAS = ['information_schema', BOOKKEEPING_SCHEMA]

/** Schemas that Basalt or tools create in every project and maintain. */
const PLATFORM_SCHEMAS = [...INTERNAL_SCHEMAS, 'auth', 'extensions', 'net', 'storage', 'supabase_migrations']

const isNoneOf = (schemas: readonly string[], name: string) =>
  `(${name} !~ '^pg_' and ${name} not in (${schemas.map((schema) => `'${schema}'`).join(', ')}))`

/** An SQL condition: whether apps may use the schema named by the expression `name`. */
export const isNamedByApps = (name: string) => isNoneOf(INTERNAL_SCHEMAS, name)

/** An SQL condition: whether the schema named by the expression `name` belongs to the users. */
export const isOfUsers = (name: string) => isNoneOf(PLATFORM_SCHEMAS, name)
