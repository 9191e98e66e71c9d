import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { serializeSnapshot } from '@supabase/pg-delta'
import { extract } from '@supabase/pg-delta/extract'
import pg from 'pg'
import { CREATE_BASE, INDEX_BASE, keepKeys, readBase } from './rows/base-keys.ts'
import { readMergeableTables } from './rows/mergeable-table.ts'
import type { ForkPoint } from './rows/row-changes.ts'
import { type Run, SESSION_SETTINGS, type TextRow } from './statement.ts'

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: string | Buffer) => text }

export const runOf =
  (client: pg.Client): Run =>
  async ({ text, values }) =>
    (
      await client.query({
        text,
        values: [...values],
        rowMode: 'array',
        types: AS_TEXT,
      } as pg.QueryArrayConfig)
    ).rows as TextRow[]

/** One side of a fork. */
export interface ForkedSide {
  sql(text: string): Promise<TextRow[]>
  /** Works in one transaction, which is rolled back when the work throws. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
  schema(): ReturnType<typeof extract>
}

async function openSide(url: string): Promise<ForkedSide & { end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = runOf(client)
  return {
    async sql(text) {
      const query = { text, rowMode: 'array', types: AS_TEXT } as pg.QueryArrayConfig
      const results = [await client.query<(string | null)[]>(query)].flat()
      return results.at(-1)!.rows
    },
    async transaction(work) {
      await client.query(`begin; ${SESSION_SETTINGS}`)
      try {
        const result = await work(run)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    },
    async schema() {
      const pool = new pg.Pool({ connectionString: url, max: 1 })
      // Dropping the database may end its connection before it has closed by itself.
      pool.on('error', () => undefined)
      pool.on('connect', (one) => one.on('error', () => undefined))
      try {
        return await extract(pool)
      } finally {
        await pool.end()
      }
    },
    end: () => client.end(),
  }
}

/**
 * Two databases with the same files, as a branch and its source have: on one server, transaction ids and object ids are
 * common too.
 */
export async function forkDatabase(setUp: string) {
  const source = await createThrowawayDatabase()
  const before = new pg.Client({ connectionString: source.url })
  await before.connect()
  await before.query('create schema basalt')
  await before.query(setUp)
  await before.end()
  const copy = await createThrowawayDatabase({ template: new URL(source.url).pathname.slice(1) })
  const [target, branch] = [await openSide(source.url), await openSide(copy.url)]
  const [[nextXid] = []] = await target.sql('select pg_snapshot_xmax(pg_current_snapshot())')
  await branch.transaction(async (run) => {
    const tables = await readMergeableTables(run)
    for (const statement of CREATE_BASE.split(';')) await run({ text: statement, values: [] })
    for (const table of tables)
      if (!table.problem) for (const text of keepKeys(table, 'digests')) await run({ text, values: [] })
    await run({ text: INDEX_BASE, values: [] })
  })
  const { factBase, pgVersion } = await branch.schema()
  const fork: ForkPoint = { nextXid: nextXid!, uncommittedXids: [] }
  return {
    branch: branch as ForkedSide,
    target: target as ForkedSide,
    fork,
    baseSchema: serializeSnapshot(factBase, { pgVersion, redactSecrets: true }),
    base: async () => (await branch.transaction(readBase))!,
    async [Symbol.asyncDispose]() {
      await Promise.all([branch.end(), target.end()])
      await Promise.all([source.drop(), copy.drop()])
    },
  }
}
