import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { openQueries, type QueryFixture } from '../../../test/query-fixture.ts'

let queries: QueryFixture
beforeAll(async () => {
  queries = await openQueries()
})
afterAll(() => queries[Symbol.asyncDispose]())

const last = async (sql: string) => (await queries.run(sql)).at(-1)

describe('a result', () => {
  test('keeps every value as the exact text PostgreSQL prints', async () => {
    const sql = `select 9223372036854775807::int8, 1.10::numeric, 'NaN'::float8, null, '', true,
      '{"b": 1, "a":  2}'::json, array['x', null], '2024-02-29 12:00:00.123456+00'::timestamptz at time zone 'UTC'`
    expect((await last(sql))?.rows).toEqual([
      [
        '9223372036854775807',
        '1.10',
        'NaN',
        null,
        '',
        't',
        '{"b": 1, "a":  2}',
        '{x,NULL}',
        '2024-02-29 12:00:00.123456',
      ],
    ])
  })

  test('keeps columns of the same name, and names their types', async () => {
    await queries.run("create type mood as enum ('calm')")
    const result = await last("select 1 as a, 'x'::text as a, array[1] as b, 'calm'::mood, now(), 'n'::name")
    expect(result?.columns).toEqual(['a', 'a', 'b', 'mood', 'now', 'name'])
    expect(result?.types).toEqual(['int4', 'text', 'int4[]', 'mood', 'timestamptz', 'name'])
  })

  test('has an unknown type name while only its own transaction can see the type', async () => {
    const { events } = await queries.start(
      "create type fresh as enum ('a'); select 'a'::fresh; select pg_sleep(600)",
    )
    for await (const event of events) {
      if (event.type !== 'fields') continue
      expect(event.fields).toMatchObject([{ name: 'fresh', type: '???' }])
      break
    }
  })

  test('is returned per statement, with its command, row count and notices', async () => {
    const results = await queries.run(`
      create table counted (id int);
      insert into counted select generate_series(1, 3);
      do $$ begin raise notice 'half way'; raise warning 'careful'; end $$;
      update counted set id = id + 1 where id > 1 returning id;
      select from counted where false;
      drop table counted`)
    expect(results.map(({ command, rowCount }) => [command, rowCount])).toEqual([
      ['CREATE TABLE', null],
      ['INSERT', 3],
      ['DO', null],
      ['UPDATE', 2],
      ['SELECT', 0],
      ['DROP TABLE', null],
    ])
    expect(results[2]?.notices).toEqual(['half way', 'careful'])
    expect(results[3]?.rows).toEqual([['3'], ['4']])
  })

  test('counts all its rows, however many portions they came in', async () => {
    const sql = "select repeat('x', 1000) from generate_series(1, 5000)"
    expect(await last(sql)).toMatchObject({ command: 'SELECT', rowCount: 5000 })
    await queries.run('create table counted (a text)')
    expect(await last(`insert into counted ${sql} returning a`)).toMatchObject({ rowCount: 5000 })
    await queries.run('drop table counted')
  })

  test('of COPY TO STDOUT is its lines', async () => {
    const result = await last(
      String.raw`copy (values (1, E'a\tb'), (2, null)) to stdout with (format csv, header)`,
    )
    expect(result).toMatchObject({
      command: 'COPY',
      rowCount: 2,
      columns: ['copy'],
      rows: [['column1,column2'], ['1,a\tb'], ['2,']],
    })
  })

  test('of a binary COPY is written like bytea', async () => {
    const result = await last('copy (select 1) to stdout with (format binary)')
    expect(result?.types).toEqual(['bytea'])
    expect(result?.rows.flat().join('')).toMatch(/^\\x5047434f50590a/)
  })

  test('of comments only is empty', async () => {
    expect(await queries.run(';; -- nothing\n /* at all */')).toEqual([])
  })
})

describe('the statements of a text', () => {
  test('are one transaction: an error rolls back those before it', async () => {
    await expect(queries.run('create table undone (id int); select 1/0')).rejects.toMatchObject({
      options: { sql: { sqlstate: '22012' } },
    })
    expect((await last("select to_regclass('undone')"))?.rows).toEqual([[null]])
  })

  test('may commit explicitly', async () => {
    const text = 'begin; create table stays (id int); commit; create table goes (id int); select 1/0'
    await expect(queries.run(text)).rejects.toThrow('division by zero')
    expect((await last("select to_regclass('stays'), to_regclass('goes')"))?.rows).toEqual([['stays', null]])
  })

  test.each([
    ['lock table before anything else', 'lock table pg_temp.t; select 1', 'create temp table t (id int);'],
    ['declare a cursor and fetch from it', 'declare c cursor for select 1; fetch all from c', ''],
    ['set something for their transaction only', "set local my.x = 'y'; select current_setting('my.x')", ''],
    ['choose the isolation of their transaction', 'begin isolation level serializable; select 1; commit', ''],
  ])('may %s', async (_case, text, before) => {
    const results = await queries.run(before + text)
    expect(results.flatMap(({ notices }) => notices)).toEqual([])
  })

  test('see the effects of earlier ones when pipelined', async () => {
    const inserts = Array.from({ length: 2000 }, (_, index) => `insert into many values (${index});`)
    const results = await queries.run(
      `create temp table many (id int);${inserts.join('\n')}select count(*) from many`,
    )
    expect(results).toHaveLength(2002)
    expect(results.at(-1)?.rows).toEqual([['2000']])
  })

  test('that cannot run in a transaction fail with a hint', async () => {
    await expect(queries.run('select 1; vacuum')).rejects.toMatchObject({
      message: 'VACUUM cannot run inside a transaction block',
      options: { sql: { hint: expect.stringContaining('on its own') } },
    })
    expect((await last('vacuum pg_catalog.pg_class'))?.command).toBe('VACUUM')
  })

  test('fail at the end when a deferred constraint does', async () => {
    const text = `create table parent (id int primary key);
      create table child (id int references parent deferrable initially deferred);
      insert into child values (1)`
    await expect(queries.run(text)).rejects.toMatchObject({ options: { sql: { sqlstate: '23503' } } })
    expect((await last("select to_regclass('child')"))?.rows).toEqual([[null]])
  })
})

describe('a result is cut off', () => {
  test('at the row limit, and the next statement continues', async () => {
    const results = await queries.run('select generate_series(1, 100000000) as n; select 1', { maxRows: 3 })
    expect(results).toMatchObject([
      { command: 'SELECT', truncated: true, rowCount: null, rows: [['1'], ['2'], ['3']] },
      { command: 'SELECT', truncated: false, rowCount: 1 },
    ])
  })

  test('without the rest being computed', async () => {
    await queries.run('create sequence steps')
    await queries.run("select nextval('steps') from generate_series(1, 1000000)", { maxRows: 250 })
    expect((await last('select last_value from steps'))?.rows).toEqual([['251']])
  })

  test('not when it has exactly as many rows as the limit', async () => {
    const [result] = await queries.run('select generate_series(1, 3)', { maxRows: 3 })
    expect(result).toMatchObject({ truncated: false, rowCount: 3 })
  })

  test('at the byte limit over all statements', async () => {
    const text = "select repeat('x', 1000) from generate_series(1, 1000); select 1"
    const [large, small] = await queries.run(text, { maxBytes: 10_000 })
    expect(large).toMatchObject({ truncated: true, rowCount: null })
    expect(large?.rows).toHaveLength(9)
    expect(small).toMatchObject({ truncated: false, rows: [['1']] })
  })

  test('while the changes of the statement are complete', async () => {
    const text =
      'create temp table kept (id int); insert into kept select generate_series(1, 500) returning id; '
    const [, insert, count] = await queries.run(`${text}select count(*) from kept`, { maxRows: 10 })
    expect(insert).toMatchObject({ command: 'INSERT', truncated: true })
    expect(count?.rows).toEqual([['500']])
  })

  test('in a COPY too', async () => {
    const [copy] = await queries.run('copy (select generate_series(1, 1000)) to stdout', { maxRows: 2 })
    expect(copy).toMatchObject({ truncated: true, rowCount: null, rows: [['1'], ['2']] })
  })

  test('in its notices, of which a loop may raise millions', async () => {
    const text = "do $$ begin for i in 1..3000 loop raise notice '%', i; end loop; end $$"
    expect((await last(text))?.notices).toHaveLength(1000)
  })
})

test('each pipelined statement has its own duration', async () => {
  const sleep = (seconds: number) => `do $$ begin perform pg_sleep(${seconds}); end $$`
  // A statement is timed from when we read that the previous one ended, which a busy machine does late. So each sleeps
  // longer than is asserted.
  const { events } = await queries.start(
    `${sleep(0.5)}; create table timed (id int); ${sleep(0.6)}; insert into timed select 1`,
  )
  const times = (await collect(events)).flatMap((event) =>
    event.type === 'statement' ? event.durationMs : [],
  )
  expect(times[0]).toBeGreaterThanOrEqual(200)
  expect(times[2]).toBeGreaterThanOrEqual(300)
})

test("a notification to a listening session is reported in psql's format", async () => {
  const { events } = await queries.start("listen orders; notify orders, 'paid'; notify orders")
  const notices = (await collect(events)).flatMap((event) => (event.type === 'notice' ? event.notice : []))
  expect(notices).toEqual([
    {
      severity: 'NOTIFY',
      message: expect.stringMatching(
        /^Asynchronous notification "orders" with payload "paid" received from server process with PID \d+\.$/,
      ),
    },
    { severity: 'NOTIFY', message: expect.stringMatching(/^Asynchronous notification "orders" received/) },
  ])
})
