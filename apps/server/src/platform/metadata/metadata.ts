import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { boundedPool } from './bounded-pool.ts'
import { METADATA_CONNECT_TIMEOUT_MS, METADATA_STATEMENT_TIMEOUT_MS } from './metadata.rules.ts'
import type { MetadataSchema } from './metadata-schema.ts'

/**
 * Lets every connection of a pool prepare each statement once: every request sends the same few queries to the metadata,
 * and planning them costs more than running them.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `basalt_${names.size + 1}`
    names.set(text, name)
    return name
  }
  return {
    connect: async () => preparing(await pool.connect(), nameOf),
    end: () => pool.end(),
    options: pool.options,
  }
}

const preparing = (client: pg.PoolClient, nameOf: (text: string) => string) =>
  new Proxy(client, {
    get(target, key) {
      if (key === 'query')
        return (text: string, values: unknown[] = []) =>
          target.query(values.length > 0 ? { name: nameOf(text), text, values } : text)
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as unknown as PostgresPoolClient

export const METADATA_SCHEMA = 'basalt'
const METADATA_CONNECTIONS = 10
const TIMESTAMPTZ = 1184

/** Basalt's own database: users, what they own, and its state. */
export type Metadata = Kysely<MetadataSchema>

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ
      ? (value: string) => new Date(value).toISOString()
      : pg.types.getTypeParser(oid, format),
}

/** What else is stored in the transaction of a change. What it throws undoes the change. */
export type AlsoStored = (transaction: Transaction<MetadataSchema>) => Promise<void>

/** A pool on the metadata; `url` names a database whose `basalt` schema is ours. Timestamps arrive as ISO strings. */
export function openMetadataPool(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: METADATA_CONNECTIONS,
    connectionTimeoutMillis: METADATA_CONNECT_TIMEOUT_MS,
    options: `-c search_path=${METADATA_SCHEMA}`,
    application_name: 'basalt',
    types,
  })
  // A dead connection is replaced at the next query. Without listeners it would end the process, whether it was idle
  pool.on('error', () => undefined)
  // or in use; then its user sees the query fail.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Counts what this process may have changed in the metadata: each statement but a SELECT, and each commit. */
export function countChanges() {
  let count = 0
  return {
    count: () => count,
    add: () => {
      count += 1
    },
  }
}

/**
 * Every statement has a time limit, and throws MetadataUnavailable when the database is down. `changed` is called after
 * each statement that may have changed something, and after each commit.
 */
export const metadataOver = (
  pool: pg.Pool,
  statementTimeoutMs: number = METADATA_STATEMENT_TIMEOUT_MS,
  changed: () => void = () => undefined,
): Metadata =>
  new Kysely<MetadataSchema>({
    dialect: new PostgresDialect({
      pool: boundedPool(withPreparedStatements(pool), statementTimeoutMs, changed),
    }),
  })
