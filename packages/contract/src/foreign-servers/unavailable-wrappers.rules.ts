export interface UnavailableWrapper {
  readonly name: string
  readonly does: string
  /** Why it cannot be used here. */
  readonly reason: string
  /** What does its work here. */
  readonly instead: string
}

const NOT_BUILT = 'The PostgreSQL that comes with the platform is built without it.'
const WEB_SERVICES =
  'These wrappers come in one extension in Rust, for which there are no packaged binaries. They would also connect past the checks of addresses.'
const WITH_REQUESTS =
  'net.http_get in SQL, or the program that uses the database, with a table that it fills.'

/** Foreign data wrappers that people know from other platforms, or that are part of PostgreSQL, and why they are missing. */
export const UNAVAILABLE_WRAPPERS: readonly UnavailableWrapper[] = [
  {
    name: 'file_fdw, with paths of your own',
    does: 'Files of the server as tables',
    reason:
      'It reads every file that PostgreSQL can read, and the machine holds the files of other projects. No choice of folders is safe: options name paths, and links lead out of folders.',
    instead: 'Add a file on this page, which file_fdw then reads, or import it in the table editor.',
  },
  {
    name: 'Airtable, Auth0, Cal.com, Cognito, Firebase, HubSpot, Logflare, Notion, Orb, Paddle, Slack, Stripe',
    does: 'Web services as tables',
    reason: WEB_SERVICES,
    instead: WITH_REQUESTS,
  },
  {
    name: 'BigQuery, ClickHouse, DuckDB, Iceberg, S3, Snowflake',
    does: 'Warehouses and files of object stores as tables',
    reason: WEB_SERVICES,
    instead: 'Export there with a program, and import CSV or JSON in the table editor.',
  },
  {
    name: 'MSSQL, Redis',
    does: 'Other databases as tables',
    reason: WEB_SERVICES,
    instead: 'A program that copies rows, or files of rows in the table editor.',
  },
  {
    name: 'mysql_fdw, oracle_fdw, mongo_fdw, sqlite_fdw, tds_fdw',
    does: 'Other databases as tables',
    reason: `${NOT_BUILT} Each needs a client library of its database as well.`,
    instead: 'pgloader, which loads a copy over the connection string of this project.',
  },
  {
    name: 'multicorn',
    does: 'Wrappers that are written in Python',
    reason: `${NOT_BUILT} Python could do anything on the machine.`,
    instead: WITH_REQUESTS,
  },
]
