import { REHEARSED_STATEMENT_SHOWN } from '@basalt/contract/rehearsals/rehearsals.rules.ts'
import type { CopyReport, StatementReport } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { superuserWork } from '@basalt/sql/superuser-work.ts'
import pg from 'pg'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'
import { allRelations, heldNow, relationWatch } from './relation-states.ts'

const DATABASE_SIZE = 'select pg_catalog.pg_database_size(pg_catalog.current_database())::text as bytes'

/** Constraints that wait for the commit, and triggers that do. */
const END = 'set constraints all immediate'

type Measured = Pick<CopyReport, 'statements' | 'failure' | 'duration_ms'> & {
  database_bytes_before: number
  database_bytes_after: number
}

/**
 * Runs statements in one transaction, looks at the locks and files after each, and rolls back. A statement that PostgreSQL
 * refuses ends it. Throws when the connection is lost.
 */
export async function rehearseStatements(
  client: pg.Client,
  texts: readonly string[],
  onRan: (count: number) => void,
): Promise<Measured> {
  const database_bytes_before = await databaseSize(client)
  const watch = relationWatch(await allRelations(client))
  const done: Omit<StatementReport, 'locks'>[] = []
  const locks: { schema: string; name: string; mode: string }[][] = []
  let failure: CopyReport['failure'] = null
  await client.query('begin')
  for (const [index, text] of [...texts, END].entries()) {
    const start = performance.now()
    try {
      const rows = await discardingRows(client, superuserWork(text)?.call ?? text)
      const duration_ms = performance.now() - start
      if (index === texts.length) break
      const { locks: own, ...seen } = watch.since(await heldNow(client))
      done.push({ sql: shown(text), duration_ms, rows, ...seen })
      locks.push(own)
      onRan(index + 1)
    } catch (error) {
      if (!ofDatabase(error)) throw error
      failure = {
        statement: index,
        sql: index === texts.length ? 'commit' : shown(text),
        message: error.message,
        sqlstate: error.code,
        duration_ms: performance.now() - start,
      }
      break
    }
  }
  const database_bytes_after = failure ? database_bytes_before : await databaseSize(client)
  await client.query('rollback')
  return {
    ...withTimes(done, locks),
    failure,
    database_bytes_before,
    database_bytes_after,
  }
}

/** Locks are held until the end; the time for looking does not count. */
function withTimes(
  done: readonly Omit<StatementReport, 'locks'>[],
  locks: readonly Omit<StatementReport['locks'][number], 'held_ms'>[][],
) {
  let duration_ms = 0
  const statements: StatementReport[] = []
  for (const [index, statement] of [...done.entries()].reverse()) {
    duration_ms += statement.duration_ms
    const held_ms = duration_ms
    statements.unshift({ ...statement, locks: locks[index]!.map((lock) => ({ ...lock, held_ms })) })
  }
  return { statements, duration_ms }
}

const shown = (text: string) => text.trim().slice(0, REHEARSED_STATEMENT_SHOWN)

async function databaseSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(DATABASE_SIZE)
  return Number(rows[0]!.bytes)
}

/** Runs a statement whose result may be larger than the memory. Resolves with how many rows it is about. */
const discardingRows = (client: pg.Client, text: string) =>
  new Promise<number | null>((resolve, reject) => {
    const query = new pg.Query({ text })
    query.on('row', () => undefined)
    query.on('error', reject)
    query.on('end', ({ rowCount }) => resolve(rowCount))
    client.query(query)
  })
