import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { blocksRead } from '../blocks-read.fixture.ts'

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
    blocksOf: (statement: string) => blocksRead(client, statement),

    /** Blocks of a catalog. */
    async sizeOf(catalog: string): Promise<number> {
      const [row] = await sql(`select (pg_relation_size('${catalog}') / 8192)::int as blocks`)
      return row.blocks
    },
  }
}
