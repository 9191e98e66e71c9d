import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexOfCharacter } from '../characters.ts'
import type { ParseSql } from '../parser/parsed-statement.ts'
import { loadParser } from '../parser/postgres-parser.ts'
import { analyseScript } from './analyse-script.ts'
import { broken, scripts } from './broken-statements.fixture.ts'
import { harmlessFunctions, harmlessVolatileFunctions } from './harmless-functions.rules.ts'
import { withLimit } from './script-analysis.ts'
import { destructive, limitable, reading, schema, writing } from './statements.fixture.ts'

const READ_ONLY_TRANSACTION = '25006'
const SYNTAX_ERROR = '42601'

let parse: ParseSql
let database: ThrowawayDatabase
let client: pg.Client
beforeAll(async () => {
  parse = await loadParser()
  database = await createThrowawayDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(schema)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The result of a text in a transaction that is rolled back. */
async function attempt(sql: string, mode: 'read only' | 'read write') {
  await client.query(`begin ${mode}`)
  try {
    // A text with several statements is a simple query, with one result per statement.
    const results = await client.query(sql)
    return { results: [results].flat() }
  } catch (error) {
    return { error: error as pg.DatabaseError, results: [] }
  } finally {
    await client.query('rollback')
    await client.query('discard all')
  }
}

const analyse = (sql: string) => analyseScript(sql, parse)
const only = (sql: string) => {
  const { statements } = analyse(sql)
  expect(statements).toHaveLength(1)
  return statements[0]!
}

test.each(limitable)('%j accepts a limit, as its plan shows', async (sql) => {
  const limited = withLimit(sql, analyse(sql), 7)
  const { results } = await attempt(`explain (format json) ${limited}`, 'read only')
  expect(results[0]?.rows[0]['QUERY PLAN'][0].Plan).toMatchObject({ 'Node Type': 'Limit' })
  const all = (await attempt(sql, 'read only')).results[0]?.rowCount ?? 0
  expect((await attempt(limited, 'read only')).results[0]?.rowCount).toBe(Math.min(all, 7))
})

test.each(reading)('%j accepts no limit and runs in a read-only transaction', async (sql) => {
  expect(analyse(sql).limitAt).toBeUndefined()
  expect(only(sql).writes).toBe(false)
  // The driver does not support COPY to the client.
  if (!sql.startsWith('copy'))
    expect((await attempt(sql, 'read only')).error?.code ?? '').not.toBe(READ_ONLY_TRANSACTION)
})

test.each([...writing, ...destructive.map(([sql]) => sql)])(
  '%j is refused in a read-only transaction and accepts no limit',
  async (sql) => {
    expect(analyse(sql)).toMatchObject({ limitAt: undefined, problems: [] })
    expect(only(sql).writes).toBe(true)
    expect((await attempt(sql, 'read only')).error?.code).toBe(READ_ONLY_TRANSACTION)
  },
)

test.each(destructive)('%j is destructive', (sql, ...kinds) => {
  expect(only(sql).findings.map(({ kind }) => kind)).toEqual(kinds)
})

test.each([...limitable, ...writing])('%j is not destructive', (sql) => {
  expect(only(sql).findings.filter(({ kind }) => kind !== 'unknown_function')).toEqual([])
})

test.each(broken)('%j has the same error and position as in PostgreSQL', async (sql) => {
  const { error } = await attempt(sql, 'read only')
  expect(error?.code).toMatch(/^(42601|22025|42622)$/)
  expect(analyse(sql).problems).toEqual([
    { message: error?.message, at: indexOfCharacter(sql, Number(error?.position ?? 1)) },
  ])
})

test.each(scripts)('%j has as many statements as PostgreSQL returns results', async (sql) => {
  const { results, error } = await attempt(sql, 'read write')
  expect(error).toBeUndefined()
  const answered = results.filter(({ command }) => command !== null && command !== undefined)
  expect(analyse(sql).statements).toHaveLength(answered.length)
})

describe('functions', () => {
  test('listed as harmless have the volatility that PostgreSQL declares', async () => {
    const { rows } = await client.query<{ name: string; changes: boolean }>(
      `select proname as name, bool_or(provolatile = 'v') as changes from pg_proc
       where pronamespace = 'pg_catalog'::regnamespace group by proname`,
    )
    const declared = new Map(rows.map(({ name, changes }) => [name, changes]))
    const wrong = [...harmlessFunctions].filter(
      (name) => declared.get(name) !== harmlessVolatileFunctions.has(name),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['select changes()', ['changes']],
    ['select * from changes() limit 3', ['changes']],
    ['select public.changes(), "Other"(1), pg_catalog.now()', ['public.changes', 'Other']],
    ["select nextval('counter')", ['nextval']],
    ['select shop.lower(name) from users', ['shop.lower']],
    ['call work()', ['work']],
    ['select set_config($1, $2, true)', ['set_config']],
    ['select stable_one(), stable_one()', ['stable_one']],
  ])('with unknown effects in %j are reported', (sql, names) => {
    expect(only(sql).findings).toEqual(names.map((name) => ({ kind: 'unknown_function', name })))
    expect(analyse(sql).limitAt).toBeUndefined()
  })
})

test(`SQLSTATE ${SYNTAX_ERROR} does not hide the other statements of the script`, () => {
  const script = 'select 1;\nselec 2; drop table é;\ninsert into'
  const { statements, problems, limitAt } = analyse(script)
  expect(statements.map(({ text, type }) => [text, type])).toEqual([
    ['select 1', 'SelectStmt'],
    ['selec 2', ''],
    ['drop table é', 'DropStmt'],
    ['insert into', ''],
  ])
  expect(problems).toEqual([
    { message: 'syntax error at or near "selec"', at: 10 },
    { message: 'syntax error at end of input', at: script.length },
  ])
  expect(limitAt).toBeUndefined()
})
