import { afterEach, beforeEach, expect, test } from 'vitest'
import { changingRights, openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'
import { memberReads } from './member-reads.ts'

let queries: QueryFixture
let reads: ReturnType<typeof memberReads>
beforeEach(async () => {
  queries = await openQueries({ connections: 1 })
  reads = memberReads({
    acquire: queries.pools.acquire,
    rights: changingRights().rights,
    mustBeUnlocked: async () => undefined,
  })
})
afterEach(() => queries[Symbol.asyncDispose]())

const read = async (...texts: string[]) => {
  const member = { rights: 'everything', userId: 'ann', requestedAt: performance.now() } as const
  const options = { signal: new AbortController().signal, settings: { statement_timeout: '60s' } }
  const statements = texts.map((text) => ({ text, values: [] }))
  return reads(REF, member, options, statements)
}
const PREPARED =
  "select name, generic_plans::text from pg_prepared_statements where statement like 'select 7 %'"

test('the rows of all statements come in their order, and settings end with the transaction', async () => {
  expect(
    await read('select 1', 'select 2 where false', "select 3, current_setting('statement_timeout')"),
  ).toEqual([[['1']], [], [['3', '1min']]])
  expect((await queries.run("select current_setting('statement_timeout')"))[0]?.rows).toEqual([['0']])
})

test('a read stays prepared for the next one, and other SQL does not see it', async () => {
  await read('select 7')
  expect((await read('select 7', PREPARED))[1]).toEqual([[expect.any(String), '2']])
  expect((await queries.run('select * from pg_prepared_statements'))[0]?.rows).toEqual([])
  expect((await read('select 7', PREPARED))[1]).toEqual([[expect.any(String), '1']])
})

test('what code in the database does to the session ends with the read', async () => {
  await queries.admin.query(`create function public.marks() returns int language plpgsql as $$ begin
    execute 'prepare planted as select 1';
    perform set_config('search_path', 'planted', false), pg_advisory_lock(77);
    execute 'declare held cursor with hold for select 1';
    execute 'listen planted';
    return 1; end $$`)
  const left = `select count(*)::text from pg_prepared_statements where from_sql
    union all select count(*)::text from pg_cursors where name = 'held'
    union all select count(*)::text from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
    union all select count(*)::text from pg_listening_channels()
    union all select current_setting('search_path')`
  const [[[pid] = []] = []] = await read('select pg_backend_pid()')
  const [before] = await read(left)
  await read('select public.marks()')
  expect(await read(left, 'select pg_backend_pid()')).toEqual([before, [[pid]]])
})

test('statements that code in the database dropped or replaced are prepared again', async () => {
  await queries.admin.query(`create function public.replaces() returns int language plpgsql as $$
    declare each text; begin
      select name into each from pg_prepared_statements where statement like 'select 7 %';
      execute format('deallocate %I', each);
      execute format('prepare %I as select 8', each);
      return 1; end $$`)
  await read('select 7')
  await read('select public.replaces()')
  expect(await read('select 7')).toEqual([[['7']]])
})

test('a statement that code in the database puts in place of one of ours does not hide what it did', async () => {
  await queries.admin.query(`create function public.hides() returns int language plpgsql as $$
    declare each record; begin
      for each in select name from pg_prepared_statements loop
        execute format('deallocate %I', each.name);
        execute format('prepare %I as select count(*), 0 from pg_prepared_statements', each.name);
      end loop;
      perform set_config('search_path', 'planted', false);
      return 1; end $$`)
  await read('select 7')
  await read('select public.hides()').catch(() => undefined)
  expect(await read("select current_setting('search_path') = 'planted'")).toEqual([[['f']]])
  expect(await read('select count(*) from pg_prepared_statements where from_sql')).toEqual([[['0']]])
})

test('an answer does not wait for the reset of its session, and the next read waits for it', async () => {
  const [[[pid] = []] = []] = await read('select pg_backend_pid()')
  const [[[same] = []] = []] = await read(
    "select pg_backend_pid(), set_config('search_path', 'planted', false)",
  )
  expect(same).toBe(pid)
  expect(await read("select pg_backend_pid(), current_setting('search_path') = 'planted'")).toEqual([
    [[pid, 'f']],
  ])
})

test('after an error the connection reads on', async () => {
  await expect(read('select 7', 'select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  await expect(read('select nonsense')).rejects.toMatchObject({ code: '42703' })
  expect(await read('select 7', 'select 1')).toEqual([[['7']], [['1']]])
})

test('nothing can be written', async () => {
  await expect(read('create table written ()')).rejects.toMatchObject({ code: '25006' })
})
