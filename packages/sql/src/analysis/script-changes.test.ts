import { beforeAll, expect, test } from 'vitest'
import type { ParseSql } from '../parser/parsed-statement.ts'
import { loadParser } from '../parser/postgres-parser.ts'
import { analyseScript } from './analyse-script.ts'
import { scriptChanges } from './script-changes.ts'

let parse: ParseSql
beforeAll(async () => {
  parse = await loadParser()
})

const changesIn = (script: string, completed?: number) => {
  const { statements } = analyseScript(script, parse)
  return scriptChanges(statements, completed ?? statements.length)
}
const madeBy = (script: string) => changesIn(script).made

test.each([
  ['create table t (id int)', 'schema'],
  ['alter table t add b int', 'schema'],
  ["comment on table t is 'words'", 'schema'],
  ['grant select on t to anon', 'schema'],
  ['create policy p on t', 'schema'],
  ["do $$ begin execute 'create table t ()'; end $$", 'schema'],
  ['select 1 as a into t', 'schema'],
  ['create table t as select 1', 'schema'],
  ['insert into t values (1)', 'data'],
  ['with d as (delete from t returning *) select * from d', 'data'],
  ['explain analyze update t set a = 1', 'data'],
  ['truncate t', 'data'],
  ['merge into t using s on true when matched then delete', 'data'],
  ['call p()', 'data'],
])('%s changes the %s', (script, kind) => {
  expect(madeBy(script)).toEqual({ kind, statements: [script] })
})

test.each([
  'select * from t',
  'select * from t for update',
  'explain insert into t values (1)',
  'show all',
  'set search_path = shop',
  'create temp table t (id int)',
  'begin read only; select 1; select f()',
  "insert into supabase_migrations.schema_migrations (version) values ('1')",
  'copy t to stdout',
  '',
])('%j changes nothing that is kept', (script) => {
  expect(changesIn(script)).toEqual({ made: undefined, lost: undefined })
})

test('reads are left out, and settings stay before the changes that need them', () => {
  expect(
    madeBy(
      'select 1; set search_path = shop; create table t (); select 2; insert into t default values; reset all',
    ),
  ).toEqual({
    kind: 'schema',
    statements: ['set search_path = shop', 'create table t ()', 'insert into t default values'],
  })
})

test.each([
  ['begin; create table a (); commit; create table b ()', ['create table a ()', 'create table b ()'], []],
  ['create table a (); begin; create table b (); rollback', [], []],
  ['begin; create table a (); rollback and chain; create table b (); commit', ['create table b ()'], []],
  [
    'begin; create table a (); savepoint "S"; create table b (); rollback to "S"; commit',
    ['create table a ()'],
    [],
  ],
  [
    'begin; create table a (); savepoint s; create table b (); rollback work to savepoint S; end',
    ['create table a ()'],
    [],
  ],
  ['begin; create table a ()', [], ['create table a ()']],
  ['create table a (); savepoint s; create table b (); -- undo b\nrollback to s', ['create table a ()'], []],
])('of %j what was committed stands', (script, made, lost) => {
  const changes = changesIn(script)
  expect(changes.made?.statements ?? []).toEqual(made)
  expect(changes.lost?.statements ?? []).toEqual(lost)
})

test('of a script that failed only what it committed before stands', () => {
  const script = 'begin; create table a (); commit; create table b (); create table a ()'
  expect(changesIn(script, 4)).toEqual({
    made: { kind: 'schema', statements: ['create table a ()'] },
    lost: { kind: 'schema', statements: ['create table b ()', 'create table a ()'] },
  })
})

test('without a parser, statements are told by their commands', () => {
  const script = 'set a.b = 1; select 1; create table t (); insert into t values (1)'
  const { statements } = analyseScript(script)
  expect(scriptChanges(statements, 4).made).toEqual({
    kind: 'schema',
    statements: ['set a.b = 1', 'create table t ()', 'insert into t values (1)'],
  })
})
