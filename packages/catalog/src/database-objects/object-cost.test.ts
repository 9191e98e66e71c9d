import { expect, test } from 'vitest'
import { domain, domainCount, domainList } from './domains.ts'
import { enumeratedType, enumeratedTypeCount, enumeratedTypes } from './enumerated-types.ts'
import { listedFunctionCount, listedFunctions, oneFunction } from './functions.ts'
import { type IndexSort, index, indexCount, indexes } from './indexes.ts'
import { costDatabase } from './object-cost.fixture.ts'
import type { ObjectPage } from './object-page.ts'
import { schemaCount, schemaList } from './schemas.ts'
import { type TableSort, tableList, tableListCount } from './tables.ts'
import { listedTriggerCount, listedTriggers, oneTrigger } from './triggers.ts'

const { sql, blocksOf, sizeOf } = costDatabase()

interface CostedKind {
  catalog: string
  /** SQL that makes an object; `%1$s` is its name, which begins with `t`, and `%2$s` the number of one of the tables. */
  make: string
  /** An SQL expression of the oid of the object that is named so. */
  oid: (name: string) => string
  list: (page: ObjectPage<'name'>) => string
  count: (which: { schema: string; search: string }, max: number) => string
  one: (oid: number) => string
}

const kinds: Record<string, CostedKind> = {
  types: {
    catalog: 'pg_type',
    make: "create type many.%1$s as enum ('a', 'b', 'c')",
    oid: (name) => `'many.${name}'::regtype::oid`,
    list: enumeratedTypes,
    count: enumeratedTypeCount,
    one: enumeratedType,
  },
  domains: {
    catalog: 'pg_type',
    // Without a check: a schema of this size with them would need more locks than a transaction has.
    make: 'create domain many.%1$s as int',
    oid: (name) => `'many.${name}'::regtype::oid`,
    list: domainList,
    count: domainCount,
    one: domain,
  },
  functions: {
    catalog: 'pg_proc',
    make: 'create function many.%1$s(a int, b text default null) returns int language sql return 1',
    oid: (name) => `'many.${name}'::regproc::oid`,
    list: listedFunctions,
    count: listedFunctionCount,
    one: oneFunction,
  },
  triggers: {
    catalog: 'pg_trigger',
    make: 'create trigger %1$s before update on many_rows_%2$s for each row execute function suppress_redundant_updates_trigger()',
    oid: (name) => `(select oid from pg_trigger where tgname = '${name}')`,
    list: (page) => listedTriggers({ ...page, schema: 'public' }),
    count: (which, max) => listedTriggerCount({ ...which, schema: 'public' }, max),
    one: oneTrigger,
  },
}

/** PostgreSQL reads all triggers of a table again for each new one, which takes twenty seconds for ten thousand. */
const TABLES = 10
const LIMIT = 50
const COUNTED = 1000

test.each(Object.entries(kinds))(
  'a page of %s costs its rows and at most one pass over the catalog, and one object costs the same among ten thousand',
  async (_title, { catalog, make, oid, list, count, one }) => {
    const makeObjects = (from: number, to: number) =>
      sql(`do $do$ begin for n in ${from} .. ${to} loop
        execute format($make$${make}$make$, 't' || lpad(n::text, 6, '0'), n % ${TABLES}); end loop; end $do$`)
    const page = (after?: { key: string; oid: number }) =>
      list({ schema: 'many', search: '', sort: 'name', isDescending: false, after, limit: LIMIT })
    const costs = async () => {
      await sql('vacuum analyze')
      const [row] = await sql(`select ${oid('t000050')}::int as oid`)
      return {
        catalog: await sizeOf(catalog),
        first: await blocksOf(page()),
        next: await blocksOf(page({ key: 't000050', oid: row.oid })),
        count: await blocksOf(count({ schema: 'many', search: '' }, COUNTED)),
        one: await blocksOf(one(row.oid)),
      }
    }
    for (let table = 0; table < TABLES; table++)
      await sql(`create table if not exists many_rows_${table} (id int)`)
    await makeObjects(1, 200)
    const few = await costs()
    await makeObjects(201, 10_000)
    const many = await costs()
    expect(many.one).toBeLessThanOrEqual(few.one * 1.5 + 10)
    for (const part of ['first', 'next'] as const)
      expect([part, many[part] - many.catalog <= few[part] * 1.5 + 60]).toEqual([part, true])
    expect(many.count).toBeLessThanOrEqual(many.catalog + 60)
    await sql('drop schema many cascade; create schema many')
  },
)

test('a page of schemas costs its rows and at most one pass over the schemas among ten thousand, which are counted up to a limit', async () => {
  const make = (from: number, to: number) =>
    sql(`do $$ begin for n in ${from} .. ${to} loop
      execute format('create schema %I', 'S ' || lpad(n::text, 6, '0')); end loop; end $$`)
  const page = { search: '', sort: 'name', isDescending: false, limit: LIMIT } as const
  const read = async (after?: { key: string; oid: number }, search = '') =>
    (await sql(schemaList({ ...page, search, after }))).map((row) => [
      JSON.parse(row.json_build_object),
      row.key,
    ])
  const costs = async () => {
    await sql('vacuum analyze pg_catalog.pg_namespace')
    return {
      catalog: await sizeOf('pg_namespace'),
      first: await blocksOf(schemaList(page)),
      next: await blocksOf(schemaList({ ...page, after: { key: '1S 000100', oid: 1 } })),
      found: await blocksOf(schemaList({ ...page, search: 's 0000' })),
      count: await blocksOf(schemaCount({ search: '' }, COUNTED)),
    }
  }
  await make(1, 200)
  const few = await costs()
  await make(201, 10_000)
  const many = await costs()
  for (const part of ['first', 'next', 'found'] as const)
    expect([part, many[part] - many.catalog <= few[part] * 1.5 + 60]).toEqual([part, true])
  expect(many.count).toBeLessThan(many.catalog / 2)
  expect((await sql(schemaCount({ search: '' }, COUNTED)))[0]).toEqual({ count: '1000' })
  expect((await sql(schemaCount({ search: 's 00999' }, COUNTED)))[0]).toEqual({ count: '10' })

  const [publicOne, ...others] = await read()
  expect(publicOne![0]).toMatchObject({ name: 'public' })
  const [last, key] = others.at(-2)!
  const [following] = await read({ key, oid: last.id })
  expect(following).toEqual(others.at(-1))
  expect((await read(undefined, 's 009999')).map(([{ name }]) => name)).toEqual(['S 009999'])
})

/** Sorted by what the catalog of tables has itself; a size or a count of rows is asked of the server for each table. */
const tablePage = (sort: TableSort, after?: { key: string; oid: number }) =>
  tableList({ schema: 'tables', search: '', sort, isDescending: false, after, limit: LIMIT })

test('a page of tables costs its rows and at most one pass over the tables among ten thousand', async () => {
  const make = (from: number, to: number) =>
    sql(`do $$ begin for n in ${from} .. ${to} loop
      execute format('create table tables.t%s (id int, words int)', lpad(n::text, 6, '0')); end loop; end $$`)
  const costsOfTables = async () => {
    await sql('vacuum analyze pg_catalog.pg_class, pg_catalog.pg_attribute')
    const [row] = await sql("select 'tables.t000050'::regclass::oid::int as oid")
    return {
      catalog: await sizeOf('pg_class'),
      name: await blocksOf(tablePage('name')),
      next: await blocksOf(tablePage('name', { key: 't000050', oid: row.oid })),
      columns: await blocksOf(tablePage('columns')),
      rows: await blocksOf(tablePage('rows')),
      vacuumed_at: await blocksOf(tablePage('vacuumed_at')),
      count: await blocksOf(tableListCount({ schema: 'tables', search: '' }, COUNTED)),
    }
  }
  await sql('create schema tables')
  await make(1, 200)
  const few = await costsOfTables()
  await make(201, 10_000)
  const many = await costsOfTables()
  for (const list of ['name', 'next', 'columns', 'rows', 'vacuumed_at'] as const)
    expect([list, many[list], many[list] - many.catalog <= few[list] * 1.5 + 60]).toEqual([
      list,
      many[list],
      true,
    ])
  expect(many.count).toBeLessThanOrEqual(many.catalog + 60)
})

/** Makes indexes until there are `count`, on a hundred tables. */
const makeIndexes = (from: number, count: number) =>
  sql(`do $$ begin
    for n in 1 .. 100 loop execute format('create table if not exists many.x%s (id int)', n); end loop;
    for n in ${from} .. ${count} loop
      execute format('create index i%s on many.x%s (id)', lpad(n::text, 6, '0'), n % 100 + 1);
    end loop; end $$`)

const indexPage = (sort: IndexSort, after?: { key: string; oid: number }) =>
  indexes({ schema: 'many', search: '', sort, isDescending: false, after, limit: LIMIT })

async function indexCosts() {
  await sql('vacuum analyze')
  const [row] = await sql("select 'many.i000050'::regclass::oid::int as oid")
  return {
    catalog: await sizeOf('pg_class'),
    first: await blocksOf(indexPage('name')),
    next: await blocksOf(indexPage('name', { key: 'i000050', oid: row.oid })),
    bySize: await blocksOf(indexPage('size')),
    byScans: await blocksOf(indexPage('scans')),
    count: await blocksOf(indexCount({ schema: 'many', search: '' }, COUNTED)),
    one: await blocksOf(index(row.oid)),
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
