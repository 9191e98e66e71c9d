import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** A database in which tests count the blocks that statements look at. It has the schema `many`. */
export function costDatabase() {
  let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    database = await createThrowawayDatabase()
    client = new pg.Client(database.url)
    await client.connect()
    await client.query('create schema many; set max_parallel_workers_per_gather = 0')
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  const sql = async (text: string) => (await client.query(text)).rows
  return {
    sql,

    /** Blocks that a statement looks at. */
    async blocksOf(statement: string): Promise<number> {
      const explain = `explain (analyze, buffers, timing off, format json) ${statement}`
      // The first run fills the session's caches.
      await sql(explain)
      const [row] = await sql(explain)
      const [{ Plan: plan }] = row['QUERY PLAN'] as [{ Plan: Plan }]
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    },

    /** Blocks of a catalog. */
    async sizeOf(catalog: string): Promise<number> {
      const [row] = await sql(`select (pg_relation_size('${catalog}') / 8192)::int as blocks`)
      return row.blocks
    },
  }
}
