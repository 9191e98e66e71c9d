import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withPreparedStatements } from '../project-databases/prepared-statements.ts'
import { boundedPool } from './bounded-pool.ts'
import { METADATA_ANSWER_WITHIN_MS, METADATA_CONNECT_WITHIN_MS } from './metadata.rules.ts'
import type { MetadataSchema } from './metadata-schema.ts'

export const METADATA_SCHEMA = 'basalt'
const METADATA_CONNECTIONS = 10
const TIMESTAMPTZ = 1184

/** The platform's own database: who there is, what they own, and what state it is in. */
export type Metadata = Kysely<MetadataSchema>

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? (value: string) => new Date(value).toISOString()
      : pg.types.getTypeParser(oid, format),
}

/** A pool on the metadata; `url` names a database whose `basalt` schema is ours. Timestamps arrive as ISO strings. */
export function openMetadataPool(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: METADATA_CONNECTIONS,
    connectionTimeoutMillis: METADATA_CONNECT_WITHIN_MS,
    options: `-c search_path=${METADATA_SCHEMA}`,
    application_name: 'basalt',
    types,
  })
  // A connection that dies is replaced at the next query; without a listener it would end the process, be it idle
  pool.on('error', () => undefined)
  // or in somebody's hands, who hears of it by the query that fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Every call has a time limit, and throws MetadataUnavailable when the database is down. */
export const metadataOver = (pool: pg.Pool, answerWithinMs: number = METADATA_ANSWER_WITHIN_MS): Metadata =>
  new Kysely<MetadataSchema>({
    dialect: new PostgresDialect({ pool: boundedPool(withPreparedStatements(pool), answerWithinMs) }),
  })
