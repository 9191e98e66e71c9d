import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openQueries, type QueryFixture } from '../../../test/query-fixture.ts'

let queries: QueryFixture
beforeAll(async () => {
  queries = await openQueries()
})
afterAll(() => queries[Symbol.asyncDispose]())

const works = async () => expect((await queries.run('select 1'))[0]?.rows).toEqual([['1']])

describe('failing SQL gets the error of PostgreSQL, with its position in the whole text', () => {
  test.each([
    ['an unknown table', 'select 1;\nselect * from foo', '42P01', 25, 'LINE 2: select * from foo'],
    [
      'characters beyond the first plane',
      "select '😀😀'; select nope",
      '42703',
      21,
      "LINE 1: select '😀😀'; select nope",
    ],
    ['a spelling error', 'selec 1', '42601', 1, 'LINE 1: selec 1'],
    ['a backslash command', '\\d', '42601', 1, 'LINE 1: \\d'],
    ['a string that never ends', "select 1; select 'abc", '42601', 18, "LINE 1: select 1; select 'abc"],
    ['an identifier that never ends', 'select "abc', '42601', 8, 'LINE 1: select "abc'],
    ['a dollar quote that never ends', 'select $$abc; x', '42601', 8, 'LINE 1: select $$abc; x'],
    ['a comment that never ends', 'select 1; /* abc', '42601', 11, 'LINE 1: select 1; /* abc'],
    ['a parenthesis that never ends', 'select (1; select 2', '42601', 10, 'LINE 1: select (1; select 2'],
    ['a parameter', 'select 1; select $1', '42P02', 18, 'LINE 1: select 1; select $1'],
    [
      'a second statement behind a wrong one',
      'select (1)); select 2',
      '42601',
      11,
      'LINE 1: select (1)); select 2',
    ],
  ])('%s', async (_case, text, sqlstate, position, line) => {
    const sql = { sqlstate, position, formattedError: expect.stringContaining(`\n${line}\n`) }
    await expect(queries.run(text)).rejects.toMatchObject({ code: 'sql_failed', options: { sql } })
    await works()
  })

  test('rows for COPY FROM STDIN cannot be sent', async () => {
    await expect(queries.run('create temp table t (id int); copy t from stdin')).rejects.toMatchObject({
      code: 'sql_failed',
      message: expect.stringContaining('no rows can be sent along'),
    })
    await works()
  })

  test('an error inside a function shows its own line', async () => {
    const text = 'do $$ begin perform nope(1); end $$'
    await expect(queries.run(text)).rejects.toMatchObject({
      options: { sql: { formattedError: expect.stringContaining('LINE 1: SELECT nope(1)') } },
    })
  })

  test('rows before the error still arrive', async () => {
    const { events } = await queries.start('select 1; select 1 / n from (values (1), (0)) as t (n)')
    const types: string[] = []
    const reading = (async () => {
      for await (const event of events) types.push(event.type)
    })()
    await expect(reading).rejects.toThrow('division by zero')
    expect(types).toEqual(['fields', 'rows', 'statement', 'fields', 'rows'])
  })
})

describe('a connection that ends', () => {
  test('by its own SQL is reported, and the next query gets another', async () => {
    await expect(queries.run('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
      code: 'sql_failed',
      options: { sql: { sqlstate: '57P01', hint: expect.stringContaining('was ended in the database') } },
    })
    await works()
  })

  test('because a row is too large is reported, and the server survives', async () => {
    await expect(queries.run("select repeat('x', 600000000)")).rejects.toMatchObject({ code: 'too_large' })
    await works()
  })

  test('while idle affects nothing', async () => {
    await works()
    await queries.admin.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1',
      [queries.target.user],
    )
    // We may learn of its end a moment later.
    await waitFor(works)
  })
})

test('a text that PostgreSQL would scan for hours is refused before it is sent', async () => {
  await expect(queries.run('/*'.repeat(500_000))).rejects.toMatchObject({ code: 'validation_failed' })
  const { rows } = await queries.admin.query(
    "select from pg_stat_activity where usename = $1 and state = 'active'",
    [queries.target.user],
  )
  expect(rows).toEqual([])
})
