import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksRead } from '../blocks-read.fixture.ts'
import { metaTypes } from './data-types.ts'
import type { MetaSelection } from './meta-selection.ts'
import { metaForeignTables, metaMaterializedViews } from './views.ts'

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(`
    create schema many; create schema small;
    create foreign data wrapper nothing; create server nowhere foreign data wrapper nothing;
    set max_parallel_workers_per_gather = 0`)
  await make('small', 1, 60)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const make = (schema: string, from: number, to: number) =>
  client.query(`do $$ begin for n in ${from} .. ${to} loop
    execute format('create type ${schema}.t%s as enum (''a'', ''b'')', n);
    execute format('create materialized view ${schema}.m%s as select 1 as id with no data', n);
    execute format('create foreign table ${schema}.f%s (id int) server nowhere', n);
  end loop; end $$`)

const LIMIT = 50
const withColumns = true
const lists: [kind: string, catalog: string, list: (selection: MetaSelection) => string][] = [
  ['types', 'pg_type', metaTypes],
  ['materialized views', 'pg_class', (selection) => metaMaterializedViews({ ...selection, withColumns })],
  ['foreign tables', 'pg_class', (selection) => metaForeignTables({ ...selection, withColumns })],
]

async function costs() {
  await client.query('vacuum analyze')
  const found = new Map<string, { page: number; small: number; pass: number }>()
  for (const [kind, catalog, list] of lists) {
    const size = await client.query(`select (pg_relation_size('${catalog}') / 8192)::int as blocks`)
    found.set(kind, {
      page: await blocksRead(client, list({ limit: LIMIT })),
      small: await blocksRead(client, list({ included: ['small'] })),
      pass: size.rows[0].blocks,
    })
  }
  return found
}

test('a page of types, materialized views and foreign tables, and those of a small schema, cost their rows and a pass over their catalog among thousands', async () => {
  const few = await costs()
  await make('many', 1, 3000)
  const many = await costs()
  for (const [kind] of lists)
    for (const list of ['page', 'small'] as const) {
      const { [list]: cost, pass } = many.get(kind)!
      // Types look at pg_class too, whose rows they leave out.
      const allowed = few.get(kind)![list] * 1.5 + 100 + 3 * pass
      expect(cost, `${kind}, ${list}`).toBeLessThanOrEqual(allowed)
    }
})
