import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { MetadataUnavailable, toMetadataFailure } from './metadata-errors.ts'

/**
 * Puts a time limit on every statement of a pool, and marks failures that mean the database is down. A connection with
 * an unanswered statement is closed, because the answer may still arrive.
 * @param statementTimeoutMs how long one statement may take
 * @param changed called after each statement that may have changed something, and after each commit
 */
export function boundedPool(
  pool: PostgresPool,
  statementTimeoutMs: number,
  changed: () => void,
): PostgresPool {
  return {
    connect: async () => {
      try {
        return bounded(await pool.connect(), statementTimeoutMs, changed)
      } catch (error) {
        throw toMetadataFailure(error)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** All statements' rows as one result. Kysely treats an array of results as none, and the last one is a commit's. */
function joined(answer: PostgresQueryResult<unknown> | PostgresQueryResult<unknown>[]) {
  if (!Array.isArray(answer)) return answer
  const rows = answer.flatMap((result) => result.rows)
  return { command: 'SELECT', rowCount: rows.length, rows }
}

/** The part of a `pg` client that is needed to close its connection without waiting for the server. */
type WithStream = { connection: { stream: { destroy(): void } } }

export const destroyConnection = (client: unknown) => (client as WithStream).connection.stream.destroy()

/** A text that begins a transaction itself, which stays open when the text fails before its COMMIT. */
const BEGINS = /\bbegin\b/i

const ONLY_READS = /^\s*select\b/i

function bounded(
  client: PostgresPoolClient,
  statementTimeoutMs: number,
  changed: () => void,
): PostgresPoolClient {
  let mayBeInTransaction = false
  const run = async (text: string, values: unknown[]) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      destroyConnection(client)
    }, statementTimeoutMs)
    try {
      return joined(await client.query(text, values))
    } catch (error) {
      mayBeInTransaction ||= BEGINS.test(text)
      if (!isLate) throw toMetadataFailure(error)
      throw new MetadataUnavailable(`has not answered for ${statementTimeoutMs / 1000} seconds`, error)
    } finally {
      clearTimeout(timer)
      if (!ONLY_READS.test(text)) changed()
    }
  }
  const release = (isBroken?: boolean) => (client as pg.PoolClient).release(isBroken || mayBeInTransaction)
  return { query: run, release } as never
}
