export interface UnavailableExtension {
  readonly name: string
  readonly does: string
  /** Why it cannot be enabled here. */
  readonly reason: string
  /** What does its work here. */
  readonly instead: string
}

const NOT_BUILT = 'The PostgreSQL that comes with the platform is built without it.'
const READS_FILES = 'It reads files of the server, which several projects share.'
const UNTRUSTED = 'Its functions run with the rights of the server, outside the database.'
const BREAKS_PAGES = 'It reads and changes raw pages, past every check of PostgreSQL.'

/** Extensions that people know from other platforms, or that are part of PostgreSQL, and why they cannot be enabled. */
export const UNAVAILABLE_EXTENSIONS: readonly UnavailableExtension[] = [
  {
    name: 'address_standardizer',
    does: 'Parses addresses into their parts',
    reason: NOT_BUILT,
    instead: 'A text column with pg_trgm, or a service for addresses.',
  },
  {
    name: 'adminpack',
    does: 'Helps pgAdmin',
    reason: 'PostgreSQL 17 removed it.',
    instead: 'pgAdmin works without it.',
  },
  {
    name: 'dblink',
    does: 'Runs SQL on other servers',
    reason: 'It connects from this machine to whatever address the text of a query says.',
    instead: 'A server on the page Wrappers, whose address is checked.',
  },
  {
    name: 'file_fdw',
    does: 'Reads files as tables',
    reason: READS_FILES,
    instead: 'Files of your own are added on the page Wrappers, which uses it for them.',
  },
  {
    name: 'http',
    does: 'Waits for HTTP requests inside a query',
    reason: NOT_BUILT,
    instead: 'Webhooks of tables, or the program that uses the database.',
  },
  {
    name: 'hypopg',
    does: 'Imagines indexes for explain',
    reason: NOT_BUILT,
    instead: 'Create the index concurrently, look at the plan, and delete it.',
  },
  {
    name: 'index_advisor',
    does: 'Suggests indexes for a query',
    reason: 'It needs hypopg, which is not built.',
    instead: 'The plans of the SQL editor, and the list of unused indexes.',
  },
  {
    name: 'pageinspect',
    does: 'Shows raw pages',
    reason: BREAKS_PAGES,
    instead: 'pgstattuple and pg_visibility.',
  },
  {
    name: 'pg_cron',
    does: 'Runs SQL on a schedule',
    reason: NOT_BUILT,
    instead: 'A scheduler of your own that calls a database function.',
  },
  {
    name: 'pg_graphql',
    does: 'Answers GraphQL queries',
    reason: NOT_BUILT,
    instead: 'The Data API, which nests related rows in one request.',
  },
  {
    name: 'pg_hashids',
    does: 'Short ids from numbers',
    reason: NOT_BUILT,
    instead: 'uuidv7(), or a function in SQL.',
  },
  {
    name: 'pg_jsonschema',
    does: 'Validates JSON by a schema',
    reason: NOT_BUILT,
    instead: 'Check constraints with jsonb_typeof() and jsonb_path_exists().',
  },
  {
    name: 'pg_net',
    does: 'Sends HTTP requests without waiting',
    reason: NOT_BUILT,
    instead: 'Webhooks of tables, which are delivered in order and repeated.',
  },
  {
    name: 'pg_partman',
    does: 'Creates partitions by schedule',
    reason: NOT_BUILT,
    instead: 'Partitions of PostgreSQL, created by a scheduled function.',
  },
  {
    name: 'pg_repack',
    does: 'Rewrites tables without blocking them',
    reason: NOT_BUILT,
    instead: 'Rebuild indexes concurrently, and vacuum.',
  },
  {
    name: 'pg_surgery',
    does: 'Repairs damaged rows',
    reason: BREAKS_PAGES,
    instead: 'Restore a backup, or ask whoever runs the installation.',
  },
  {
    name: 'pg_tle',
    does: 'Installs extensions written in SQL',
    reason: NOT_BUILT,
    instead: 'Run the SQL of the extension in a schema of its own.',
  },
  {
    name: 'pgaudit',
    does: 'Logs statements',
    reason: NOT_BUILT,
    instead: 'The changes of the project, and the audit log of the organization.',
  },
  {
    name: 'pgjwt',
    does: 'Signs JSON web tokens',
    reason: NOT_BUILT,
    instead: 'hmac() of pgcrypto, or the program that issues the tokens.',
  },
  {
    name: 'pgmq',
    does: 'Message queues',
    reason: NOT_BUILT,
    instead: 'A table that is read with for update skip locked.',
  },
  {
    name: 'pgroonga',
    does: 'Full text search of all languages',
    reason: NOT_BUILT,
    instead: 'Full text search of PostgreSQL, or pg_trgm.',
  },
  {
    name: 'pgrouting',
    does: 'Routes in networks',
    reason: 'It needs postgis, which is not built.',
    instead: 'Recursive queries.',
  },
  {
    name: 'pgsodium',
    does: 'Encrypts with keys of the server',
    reason: NOT_BUILT,
    instead: 'pgcrypto with keys that your program keeps.',
  },
  {
    name: 'pgtap',
    does: 'Tests in SQL',
    reason: NOT_BUILT,
    instead: 'Tests from outside, or assert in PL/pgSQL.',
  },
  {
    name: 'plcoffee',
    does: 'Functions in CoffeeScript',
    reason: NOT_BUILT,
    instead: 'PL/pgSQL or SQL.',
  },
  {
    name: 'plperl',
    does: 'Functions in Perl',
    reason: 'It needs a Perl on the server, which the platform does not bring.',
    instead: 'PL/pgSQL or SQL.',
  },
  {
    name: 'plperlu',
    does: 'Functions in Perl without limits',
    reason: UNTRUSTED,
    instead: 'PL/pgSQL or SQL.',
  },
  { name: 'plpgsql_check', does: 'Checks PL/pgSQL', reason: NOT_BUILT, instead: 'plpgsql.extra_warnings.' },
  { name: 'plpython3u', does: 'Functions in Python', reason: UNTRUSTED, instead: 'PL/pgSQL or SQL.' },
  {
    name: 'pltcl',
    does: 'Functions in Tcl',
    reason: 'It needs a Tcl on the server, which the platform does not bring.',
    instead: 'PL/pgSQL or SQL.',
  },
  { name: 'pltclu', does: 'Functions in Tcl without limits', reason: UNTRUSTED, instead: 'PL/pgSQL or SQL.' },
  { name: 'plv8', does: 'Functions in JavaScript', reason: NOT_BUILT, instead: 'PL/pgSQL or SQL.' },
  {
    name: 'postgis',
    does: 'Geometry and geography',
    reason: NOT_BUILT,
    instead: 'cube with earthdistance for distances, or the geometric types with gist indexes.',
  },
  { name: 'rum', does: 'Full text indexes with ranks', reason: NOT_BUILT, instead: 'gin indexes.' },
  {
    name: 'supabase_vault',
    does: 'Stores secrets encrypted',
    reason: NOT_BUILT,
    instead: 'pgcrypto with keys that your program keeps.',
  },
  {
    name: 'timescaledb',
    does: 'Time series',
    reason: NOT_BUILT,
    instead: 'Partitions by time with brin indexes.',
  },
  {
    name: 'vector',
    does: 'Nearest neighbours of embeddings',
    reason: NOT_BUILT,
    instead: 'cube with gist indexes, up to 100 dimensions.',
  },
  {
    name: 'wrappers',
    does: 'Foreign tables of web services',
    reason: NOT_BUILT,
    instead: 'postgres_fdw for other PostgreSQL servers.',
  },
]
