/** The schema in each project's database where Basalt keeps its own books and its guarded functions. */
export const BOOKKEEPING_SCHEMA = 'basalt'

/** What nobody names in SQL for an app, besides `pg_…`, which PostgreSQL keeps for itself. */
const INTERNAL_SCHEMAS = ['information_schema', BOOKKEEPING_SCHEMA]

/** What every project has from its first day, or gets from tools: of use to SQL, and looked after by the platform. */
const PLATFORM_SCHEMAS = [...INTERNAL_SCHEMAS, 'auth', 'extensions', 'storage', 'supabase_migrations']

const isNoneOf = (schemas: readonly string[], name: string) =>
  `(${name} !~ '^pg_' and ${name} not in (${schemas.map((schema) => `'${schema}'`).join(', ')}))`

/** A condition in SQL: is the schema whose name the expression `name` gives one that an app may name? */
export const isNamedByApps = (name: string) => isNoneOf(INTERNAL_SCHEMAS, name)

/** A condition in SQL: is the schema whose name the expression `name` gives one that users have made or filled? */
export const isOfUsers = (name: string) => isNoneOf(PLATFORM_SCHEMAS, name)
