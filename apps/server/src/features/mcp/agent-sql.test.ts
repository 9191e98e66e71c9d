import { expect, test } from 'vitest'
import { sqlToConfirm } from './agent-sql.ts'

test.each([
  ['select 1', undefined],
  ['select count(*) from a join b using (c) where lower(d) = $$x$$', undefined],
  ['explain select * from a', undefined],
  ['show search_path', undefined],
  ['set search_path = b; select * from a', undefined],
  ['', undefined],
  ['-- only a comment', undefined],
  ['delete from a', 'destroys'],
  ['insert into a values (1); drop table b', 'destroys'],
  ['explain analyze delete from a', 'destroys'],
  ['insert into a values (1)', 'writes'],
  ['create table a ()', 'writes'],
  ['create function f() returns void language sql as $$ delete from a $$', 'writes'],
  ['create trigger t after insert on a execute function f()', 'writes'],
  ['grant all on a to public', 'writes'],
  ['alter role postgres password $$x$$', 'writes'],
  ['select * into b from a', 'writes'],
  ['select * from a for update', 'writes'],
  ['with x as (update a set b = 1 where c returning *) select * from x', 'writes'],
  ['select f()', 'unknown'],
  ['select public.lower(a) from b', 'unknown'],
  ['select * from f()', 'unknown'],
  ['select setval($$s$$, 1)', 'unknown'],
  ['select pg_terminate_backend(1)', 'unknown'],
  ['select query_to_xml($$delete from a$$, true, true, $$$$)', 'unknown'],
  ['call p()', 'unknown'],
  ['do $$ begin end $$', 'unknown'],
  ['execute p', 'unknown'],
  ['begin; select 1', 'unknown'],
  ['commit; select 1', 'unknown'],
  ['copy a to stdout', 'unknown'],
  ['notify c', 'unknown'],
  ['selec 1', 'unknown'],
] as const)('%s needs confirmation for the reason %s', async (sql, why) => {
  expect((await sqlToConfirm(sql))?.why).toBe(why)
})

test('a script is confirmed as a whole, with the statements that write first', async () => {
  expect(await sqlToConfirm('select 1; insert into a values (1); select f(); select 2')).toEqual({
    why: 'writes',
    statements: ['insert into a values (1)', 'select f()', 'select 1', 'select 2'],
  })
})

test('SQL that breaks the parser needs confirmation, and the next script is parsed again', async () => {
  const long = `select ${'('.repeat(200_000)}1`
  expect(await sqlToConfirm(long)).toMatchObject({ why: 'unknown' })
  expect(await sqlToConfirm('select 1')).toBeUndefined()
})
