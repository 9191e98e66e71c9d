import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { beforeAll, expect, test } from 'vitest'
import { errorLocationOf } from '../failure/error-location.ts'
import { explainSource } from './explain-source.ts'

let parse: ParseSql
beforeAll(async () => {
  parse = await loadParser()
})

const sourceOf = (sql: string, isReadOnly = false) =>
  explainSource({ sql, from: 0 }, analyseScript(sql, parse), isReadOnly)

test('an explained statement runs in a transaction that is rolled back', () => {
  expect(sourceOf('delete from users -- all\n;').sent).toBe(
    'begin; explain (analyze, buffers, format json) delete from users; rollback',
  )
})

test('a read-only member runs in such a transaction already', () => {
  expect(sourceOf('select 1', true).sent).toBe('explain (analyze, buffers, format json) select 1')
})

test('an EXPLAIN statement is not explained again', () => {
  expect(sourceOf('explain select 1').sent).toBeUndefined()
})

test.each(['select 1; select 2', 'create table t ()', 'set role anon'])('%j has no plan', (sql) => {
  expect(() => sourceOf(sql)).toThrow(/^(Explain works on one|Only statements)/)
})

test('an error is located in the original text', () => {
  const source = sourceOf('\n select nam from users')
  const position = source.sent!.indexOf('nam') + 1
  const failure = { message: '', sql: { sqlstate: '42703', formattedError: '', position } }
  expect(errorLocationOf({ state: 'failed', source, failure, outcomes: [], isRolledBack: false })?.at).toBe(
    '\n select '.length,
  )
})
