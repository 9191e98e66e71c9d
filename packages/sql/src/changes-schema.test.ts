import { expect, test } from 'vitest'
import { mayChangeSchema } from './changes-schema.ts'

test.each([
  'create table a (id int)',
  'CREATE TABLE a AS SELECT 1',
  'select 1; -- then\nalter table a add column b int',
  'drop view v',
  'select 1 as id into a',
  'with b as (select 1 as id) select * into a from b',
  'explain analyze create table a as select 1',
  "comment on table a is 'x'",
  'grant select on a to anon',
  'revoke all on a from anon',
  'do $$ begin execute $q$create table a ()$q$; end $$',
  'call make_tables()',
  'execute made',
  'begin; create table a (); commit',
  'import foreign schema s from server o into public',
])('changes the schema: %s', (sql) => expect(mayChangeSchema(sql)).toBe(true))

test.each([
  'select 1',
  "select 'create table a'",
  'select "into" from a',
  'insert into a values (1)',
  'update a set b = 1',
  'delete from a',
  'explain select 1',
  '-- drop table a',
  'with b as (select 1) insert into a select * from b',
  '',
])('changes no schema: %s', (sql) => expect(mayChangeSchema(sql)).toBe(false))
