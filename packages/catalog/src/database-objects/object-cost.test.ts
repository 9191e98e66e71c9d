import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksRead } from '../blocks-read.fixture.ts'
import { enumeratedType, enumeratedTypeCount, enumeratedTypes } from './enumerated-types.ts'
import { type IndexSort, index, indexCount, indexes } from './indexes.ts'

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

/** Makes types until there are `count`. */
const makeTypes = (from: number, count: number) =>
  client.query(`do $$ begin for n in ${from} .. ${count} loop
    execute format('create type many.t%s as enum (''a'', ''b'', ''c'')', lpad(n::text, 6, '0')); end loop; end $$;
    comment on type many.t000001 is 'first';`)

const blocksOf = (sql: string) => blocksRead(client, sql)

const LIMIT = 50
const page = (after?: { key: string; oid: number }) =>
  enumeratedTypes({ schema: 'many', search: '', sort: 'name', isDescending: false, after, limit: LIMIT })

async function costs() {
  await client.query('vacuum analyze')
  const { rows } = await client.query("select 'many.t000050'::regtype::oid::int as oid")
  const { oid } = rows[0]
  const size = await client.query("select (pg_relation_size('pg_type') / 8192)::int as blocks")
  return {
    catalog: size.rows[0].blocks as number,
    first: await blocksOf(page()),
    next: await blocksOf(page({ key: 't000050', oid })),
    count: await blocksOf(enumeratedTypeCount({ schema: 'many', search: '' })),
    one: await blocksOf(enumeratedType(oid)),
  }
}

test('a page of types costs its rows and at most one pass over the types, and one type costs the same among ten thousand', async () => {
  await makeTypes(1, 200)
  const few = await costs()
  await makeTypes(201, 10_000)
  const many = await costs()
  expect(many.one).toBeLessThanOrEqual(few.one * 1.5 + 10)
  for (const list of ['first', 'next'] as const)
    expect([list, many[list] - many.catalog <= few[list] * 1.5 + 60]).toEqual([list, true])
  expect(many.count).toBeLessThanOrEqual(many.catalog + 60)
})

/** Makes indexes until there are `count`, on a hundred tables. */
const makeIndexes = (from: number, count: number) =>
  client.query(`do $$ begin
    for n in 1 .. 100 loop execute format('create table if not exists many.x%s (id int)', n); end loop;
    for n in ${from} .. ${count} loop
      execute format('create index i%s on many.x%s (id)', lpad(n::text, 6, '0'), n % 100 + 1);
    end loop; end $$`)

const indexPage = (sort: IndexSort, after?: { key: string; oid: number }) =>
  indexes({ schema: 'many', search: '', sort, isDescending: false, after, limit: LIMIT })

async function indexCosts() {
  await client.query('vacuum analyze')
  const { rows } = await client.query("select 'many.i000050'::regclass::oid::int as oid")
  const { oid } = rows[0]
  const size = await client.query("select (pg_relation_size('pg_class') / 8192)::int as blocks")
  return {
    catalog: size.rows[0].blocks as number,
    first: await blocksOf(indexPage('name')),
    next: await blocksOf(indexPage('name', { key: 'i000050', oid })),
    bySize: await blocksOf(indexPage('size')),
    byScans: await blocksOf(indexPage('scans')),
    count: await blocksOf(indexCount({ schema: 'many', search: '' })),
    one: await blocksOf(index(oid)),
  }
}

test('a page of indexes costs its rows and one pass over pg_class, in every order, and one index costs the same among ten thousand', async () => {
  await makeIndexes(1, 200)
  const few = await indexCosts()
  for (let made = 200; made < 10_000; made += 1400) await makeIndexes(made + 1, made + 1400)
  const many = await indexCosts()
  expect(many.one).toBeLessThanOrEqual(few.one * 1.5 + 10)
  for (const list of ['first', 'next', 'bySize', 'byScans'] as const)
    expect([list, many[list] - many.catalog <= few[list] * 1.5 + 60]).toEqual([list, true])
  expect(many.count).toBeLessThanOrEqual(many.catalog + 60)
})
