import { beforeAll, expect, test } from 'vitest'
import { column, tableDraft, testDatabase } from './database.fixture.ts'
import { dependents } from './dependents.ts'
import { changeFacts } from './facts.ts'
import { tableToChange } from './read-table.ts'

const database = testDatabase()

interface PlanNode {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Buffers that a statement looks at. */
async function buffersOf(sql: string): Promise<number> {
  const text = await database.one(`explain (analyze, buffers, timing off, format json) ${sql}`)
  const node: PlanNode = JSON.parse(text!)[0].Plan
  return node['Shared Hit Blocks'] + node['Shared Read Blocks']
}

const statements = async (name: string): Promise<Record<string, string>> => {
  const oid = await database.oid(name)
  const draft = tableDraft('t', [
    column('a', 'int8', { default: { expression: 'random() + gen_random_uuid()::text::int' } }),
    column('b', 'numeric(10,2)'),
  ])
  return {
    table: tableToChange(oid),
    facts: changeFacts([draft]),
    'dependents of a table': dependents(oid),
    'dependents of a column': dependents(oid, 'name'),
  }
}

beforeAll(() =>
  database.sql(`
    create table shop (id serial primary key, name text unique check (name <> ''));
    create view names as select name from shop;
    create function many(from_number int, to_number int) returns void language plpgsql as $$ begin
      for n in from_number .. to_number loop
        execute format('create table many_%s (id int primary key, note text); create view v_%s as select note from many_%s;
          create function f_%s() returns int language sql return 1', n, n, n, n);
      end loop; end $$`),
)

test('reading a table before it is changed costs the same among many tables', async () => {
  const cost = async () => {
    await database.sql('vacuum analyze')
    const found: Record<string, number> = {}
    for (const [what, sql] of Object.entries(await statements('shop'))) {
      // The first run fills the session's caches.
      await buffersOf(sql)
      found[what] = await buffersOf(sql)
    }
    return found
  }
  await database.sql('select many(1, 20)')
  const few = await cost()
  for (let start = 21; start < 1000; start += 500) await database.sql(`select many(${start}, ${start + 499})`)
  const many = await cost()
  // An index of a hundred times the entries may be one level deeper.
  for (const what of Object.keys(few))
    expect([what, many[what]! <= few[what]! * 1.5 + 40]).toEqual([what, true])
})
