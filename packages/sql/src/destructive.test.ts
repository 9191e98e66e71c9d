import { expect, test } from 'vitest'
import { destructiveStatements } from './destructive.ts'

test.each([
  'drop table users',
  'DROP DATABASE shop',
  '-- tidy up\n  /* now */ delete from users where id = 1',
  'truncate users',
  'update users set name = null',
  'update users set name = (select name from names where id = 1)',
  'update users u set name = n.name from names n',
  "update users set name = ' where '",
  'update users set name = 1 -- where id = 1\n returning *',
  'alter table users drop column name',
  'alter table only users add a int, drop name',
  'alter table users drop if exists "Name"',
  'ALTER FOREIGN TABLE f DROP COLUMN c',
  'alter type address drop attribute street',
  'with gone as (delete from users returning *) select * from gone',
  'with gone as materialized (\n delete from users) insert into old select * from gone',
  'with all_of_them as (update users set a = 1 returning *) select * from all_of_them where a = 1',
  'with few as (select 1) delete from users using few',
  'with few as (select 1 where true) update users set a = 1',
  'explain analyze delete from users',
  'explain (analyze, buffers) delete from users',
  'explain analyze update users set a = 1',
  'copy (delete from users returning *) to stdout',
  'merge into users u using names n on u.id = n.id when matched then delete',
  'do $$ begin drop table users; end $$',
  'do $x$ begin delete  from users; end $x$',
  'drop', // invalid, but classified by its keyword
])('%j is destructive', (sql) => {
  expect(destructiveStatements(sql).map(({ text }) => text)).toEqual([sql.trim()])
})

test.each([
  '',
  'select 1',
  "select 'drop table users'",
  'select "delete" from users',
  'select * from users for update',
  'insert into users (delete, update) values (1, 2)',
  'insert into users values (1) on conflict (id) do update set a = 1',
  'update users set a = 1 where id = 1',
  'with few as (select 1) update users set a = 1 where id in (select * from few)',
  'explain delete from users',
  'explain update users set a = 1',
  'grant delete, truncate on users to anon',
  'grant update (name) on users to anon',
  'create table pets (id int references users on delete cascade)',
  'create trigger t after delete on users execute function f()',
  'create policy p on users for delete using (true)',
  'create function f() returns void begin atomic delete from users; end',
  'create function f() returns void language sql as $$ delete from users $$',
  'create rule r as on insert to users do instead delete from users',
  'prepare p as delete from users',
  'alter table users alter column name drop not null',
  'alter table users alter name drop default, drop constraint users_pkey',
  'alter publication p drop table users',
  'alter table users add column "drop" int',
  'merge into users u using names n on u.id = n.id when matched then update set a = 1',
  'do $$ begin perform 1; end $$',
  'begin',
  '(select 1)',
  '1',
])('%j is not destructive', (sql) => {
  expect(destructiveStatements(sql)).toEqual([])
})

test('each destructive statement of a script has its position', () => {
  const script = 'select 1; drop table a; update b set c = 1 where d; truncate e;'
  expect(destructiveStatements(script).map(({ start, end }) => script.slice(start, end))).toEqual([
    'drop table a',
    'truncate e',
  ])
})
