import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { MetadataUnavailable, orMetadataFailure } from './metadata-errors.ts'

/**
 * Puts a time limit on every statement of a pool, and marks failures that mean the database is down. A connection with
 * an unanswered statement is closed, because the answer may still come.
 * @param answerWithinMs the time one statement may take
 */
export function boundedPool(pool: PostgresPool, answerWithinMs: number): PostgresPool {
  return {
    connect: async () => {
      try {
        return bounded(await pool.connect(), answerWithinMs)
      } catch (error) {
        throw orMetadataFailure(error)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** The rows of all statements of a text. Kysely takes the answer to several for none, and the last one for a commit. */
function joined(answer: PostgresQueryResult<unknown> | PostgresQueryResult<unknown>[]) {
  if (!Array.isArray(answer)) return answer
  const rows = answer.flatMap((result) => result.rows)
  return { command: 'SELECT', rowCount: rows.length, rows }
}

/** The part of a client of `pg` by which a connection is cut without waiting for the other side. */
type Cuttable = { connection: { stream: { destroy(): void } } }

export const cutConnection = (client: unknown) => (client as Cuttable).connection.stream.destroy()

function bounded(client: PostgresPoolClient, answerWithinMs: number): PostgresPoolClient {
  const run = async (text: string, values: unknown[]) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      cutConnection(client)
    }, answerWithinMs)
    try {
      return joined(await client.query(text, values))
    } catch (error) {
      if (!isLate) throw orMetadataFailure(error)
      throw new MetadataUnavailable(`has not answered for ${answerWithinMs / 1000} seconds`, error)
    } finally {
      clearTimeout(timer)
    }
  }
  return { query: run, release: (isBroken?: boolean) => (client as pg.PoolClient).release(isBroken) } as never
}
