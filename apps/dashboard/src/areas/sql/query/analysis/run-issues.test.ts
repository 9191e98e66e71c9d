import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { beforeAll, expect, test } from 'vitest'
import { confirmationTitle, removesData, runIssues, writeIssues } from './run-issues.ts'

let parse: ParseSql
beforeAll(async () => {
  parse = await loadParser()
})

const issuesOf = (script: string) => runIssues(analyseScript(script, parse).statements)

test.each([
  ['drop table a', 'This query contains write operations.'],
  ['drop table a; drop table b', 'This query contains write operations.'],
  ['select f()', 'This query involves running a function. Are you sure you want to execute it?'],
  ['do $$ begin end $$', 'This query involves running a function. Are you sure you want to execute it?'],
  ['drop table a; update b set c = 1', 'This query has 2 issues to check'],
  ['select f(), g()', 'This query has 2 issues to check'],
])('%j is confirmed with %j', (script, question) => {
  expect(confirmationTitle(issuesOf(script))).toBe(question)
})

test('each issue is listed once, with its statements', () => {
  expect(issuesOf('drop table a; select f(); drop view b; select 1')).toEqual([
    {
      kind: 'drop',
      title: 'Drops an object and everything in it',
      statements: ['drop table a', 'drop view b'],
    },
    {
      kind: 'unknown_function',
      title: 'Runs f(), which may have side effects',
      statements: ['select f()'],
    },
  ])
})

test('harmless statements raise no issue', () => {
  expect(issuesOf('select now(); insert into a values (1); update a set b = 1 where c')).toEqual([])
})

test('write issues list every write without a finding of its own', () => {
  const writes = (script: string) => writeIssues(analyseScript(script, parse).statements)
  expect(writes('select 1')).toEqual([])
  expect(writes('drop table a')).toEqual([])
  expect(writes('insert into a values (1); create table b (); select 2')).toMatchObject([
    { statements: ['insert into a values (1)', 'create table b ()'] },
  ])
  expect(confirmationTitle(writes('insert into a values (1)'))).toBe('This query contains write operations.')
})

test.each([
  ['delete', true],
  ['drop_column', true],
  ['write', false],
  ['code_block', false],
  ['blocks_connections', false],
] as const)('whether %s removes data: %s', (kind, expected) => {
  expect(removesData([{ kind, title: '', statements: [] }])).toBe(expected)
})
