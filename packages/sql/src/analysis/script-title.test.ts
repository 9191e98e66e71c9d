import { beforeAll, expect, test } from 'vitest'
import type { ParseSql } from '../parser/parsed-statement.ts'
import { loadParser } from '../parser/postgres-parser.ts'
import { scriptTitle } from './script-title.ts'

let parse: ParseSql
beforeAll(async () => {
  parse = await loadParser()
})

test.each([
  ['select * from orders', 'Select from orders'],
  ['table shop.orders', 'Select from shop.orders'],
  ['select * from public.orders o join customers c using (id)', 'Select from orders and customers'],
  ['select * from a, b, c, d, e', 'Select from a, b, c and 2 more'],
  ['select count(*) from orders', 'Count of orders'],
  ['select status, count(*) from orders group by status', 'orders by status'],
  ['select 1 from o group by o.a, o.b', 'o by a and b'],
  ['with few as (select * from orders) select * from few', 'Select from orders'],
  ['select id from a union select id from b', 'Select from a and b'],
  ['select now(), version()', 'Select now() and version()'],
  ['select 1', 'select 1'],
  ["select 'secret'", "select '…'"],
  ['insert into orders values (1)', 'Insert into orders'],
  ['update orders set a = 1 where true', 'Update orders'],
  ['delete from orders', 'Delete from orders'],
  ['merge into t using s on true when matched then delete', 'Merge into t'],
  ['truncate a, b', 'Truncate a and b'],
  ['copy t from stdin', 'Copy into t'],
  ['copy (select 1) to stdout', 'Copy from a query'],
  ['explain analyze select * from orders', 'Explain: Select from orders'],
  ['explain select 1', 'Explain'],
  ['create table if not exists orders (id int)', 'Create table orders'],
  ['create table kept as select 1', 'Create table kept'],
  ['create materialized view m as select 1', 'Create materialized view m'],
  ['create or replace view v as select 1', 'Create view v'],
  ['create unique index i on orders (id)', 'Create index on orders'],
  ['create schema shop', 'Create schema shop'],
  ['create extension pgcrypto', 'Create extension pgcrypto'],
  ["create function shop.f() returns int language sql as 'select 1'", 'Create function shop.f'],
  ["create procedure p() language sql as 'select 1'", 'Create procedure p'],
  ['create trigger tr before insert on t for each row execute function f()', 'Create trigger on t'],
  ['create policy p on t using (true)', 'Create policy on t'],
  ["create type mood as enum ('sad')", 'Create type mood'],
  ['create type pair as (a int)', 'Create type pair'],
  ['create role reader', 'Create role reader'],
  ['alter table t add column x int', 'Add column x to t'],
  ['alter table t drop column x', 'Drop column x from t'],
  ['alter table t enable row level security', 'Alter table t'],
  ['alter table t rename to u', 'Rename t'],
  ['drop table if exists a.b, c', 'Drop table a.b and c'],
  ['drop function f(int)', 'Drop function f'],
  ['drop materialized view m', 'Drop materialized view m'],
  ['drop type mood', 'Drop type mood'],
  ['grant select on t to anon', 'Grant rights on t'],
  ['revoke all on schema s from anon', 'Revoke rights on s'],
  ["comment on table t is 'x'", 'Comment on table t'],
  ['show work_mem', 'Show work_mem'],
  ['do $$ begin end $$', 'Run a block of code'],
  ['call work()', 'Call work'],
  ['vacuum', 'Vacuum'],
  ['analyze', 'Analyze'],
  ['begin; set search_path = a; create table t (); commit', 'Create table t'],
  ['create table a (); create table b (); insert into a default values', 'Create table a and 2 more'],
  ['selec * form orders', 'selec * form orders'],
  ['selec 1; select * from a', 'Select from a'],
  ["selec 'secret' -- of mine", "selec '…'"],
  ['-- nothing', ''],
  ['', ''],
  ['begin', 'begin'],
])('%j is titled %j', (script, title) => {
  expect(scriptTitle(script, parse)).toBe(title)
})
