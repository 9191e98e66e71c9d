import { beforeAll, describe, expect, test } from 'vitest'
import type { ParseSql } from '../parser/parsed-statement.ts'
import { loadParser } from '../parser/postgres-parser.ts'
import { analyseScript } from './analyse-script.ts'
import { withLimit } from './script-analysis.ts'

let parse: ParseSql
beforeAll(async () => {
  parse = await loadParser()
})

test.each([
  ['select * from é', 'select * from é limit 100'],
  ['select 1 -- one;', 'select 1 limit 100 -- one;'],
  ['-- one\nselect 1; -- two', '-- one\nselect 1 limit 100; -- two'],
  ['select 1; select 2', 'select 1; select 2'],
  ['selec 1', 'selec 1'],
])('%j is limited to %j', (script, limited) => {
  expect(withLimit(script, analyseScript(script, parse), 100)).toBe(limited)
})

test('statements have their positions in the script, with leading comments', () => {
  const script = "select '😀' ; -- é\n /* hint */ select 2;\n\nselect 'ü'"
  const { statements } = analyseScript(script, parse)
  expect(statements.map(({ start, end }) => script.slice(start, end))).toEqual([
    "select '😀'",
    '-- é\n /* hint */ select 2',
    "select 'ü'",
  ])
})

describe('session effects of a statement', () => {
  test.each([
    ['set search_path = shop', 'setting'],
    ['set local search_path = shop', undefined],
    ['reset all', 'setting'],
    ['set role anon', 'role'],
    ['reset role', 'role'],
    ["set session authorization 'anon'", 'role'],
    ['set local role anon', undefined],
    ['begin', 'begin'],
    ['start transaction read only', 'begin'],
    ['commit', 'end'],
    ['end', 'end'],
    ['rollback', 'end'],
    ['commit and chain', 'begin'],
    ['rollback to savepoint s', undefined],
    ['savepoint s', undefined],
    ["prepare transaction 'p'", 'end'],
    ['select 1', undefined],
  ])('%j: %s', (sql, session) => {
    expect(analyseScript(sql, parse).statements[0]?.session).toBe(session)
  })
})

test.each([
  ['alter database shop allow_connections false', true],
  ['alter database shop with allow_connections = off', true],
  ['alter database shop connection limit 0', true],
  ['alter database shop connection limit 10', false],
  ['alter database shop allow_connections true', false],
])('%j blocks all connections: %s', (sql, locks) => {
  const findings = analyseScript(sql, parse).statements[0]?.findings
  expect(findings).toEqual(locks ? [{ kind: 'blocks_connections', name: 'shop' }] : [])
})

test.each([
  ['do $$ begin drop table users; end $$', 'destructive_words'],
  ['do $$ begin perform work(); end $$', 'code_block'],
])('the code block in %j is classified by its keywords', (sql, kind) => {
  expect(analyseScript(sql, parse).statements[0]?.findings).toEqual([{ kind }])
})

test('without a parser keywords decide, and nothing is limited', () => {
  const { statements, limitAt } = analyseScript('select 1; drop table users')
  expect(statements.map(({ writes }) => writes)).toEqual([false, true])
  expect(limitAt).toBeUndefined()
})

test('handles twenty thousand parentheses and ten thousand statements', () => {
  const deep = `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`
  expect(analyseScript(deep, parse).statements).toHaveLength(1)
  expect(analyseScript('select 1;'.repeat(10_000), parse).statements).toHaveLength(10_000)
  expect(analyseScript(`selec;${'select 1;'.repeat(10_000)}`, parse).problems).toHaveLength(1)
})

test('a lone surrogate does not prevent the analysis', () => {
  expect(analyseScript("select '\ud800'; drop table users", parse).statements).toHaveLength(2)
})
