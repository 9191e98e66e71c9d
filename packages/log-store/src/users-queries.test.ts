import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COPIED, REQUESTS, TESTED_SOURCES } from './log-store.fixture.ts'
import { DAY_MS } from './log-store.rules.ts'
import { type LogStore, type LogStoreOptions, type LogView, openLogStore } from './log-store.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const views: LogView[] = [
  REQUESTS,
  { ...REQUESTS, name: 'errors', where: 'status >= 500', columns: { class: 'status // 100' } },
  COPIED,
]

let directory: string
let store: LogStore
let now = START
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'basalt-logs-'))
  await chmod(directory, 0o711)
  await writeFile(path.join(directory, 'secret.txt'), 'the key')
  store = aStore()
  for (const key of ['shop', 'other'])
    for (const status of [200, 500, 503])
      store.add(key, 'requests', { timestamp: now, event_message: `${key} ${status}`, status })
  await store.flush()
  now += 2 * DAY_MS
  await store.compact()
  store.add('shop', 'requests', { timestamp: now, event_message: 'now', status: 201 })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

const aStore = (options: Partial<LogStoreOptions> = {}) =>
  openLogStore({
    directory,
    sources: TESTED_SOURCES,
    now: () => now,
    reader: process.getuid!() === 0 ? { uid: 69_998, gid: 69_998 } : undefined,
    onFailed(error) {
      throw error
    },
    onDamaged: () => undefined,
    ...options,
  })
const query = (sql: string, range: { from?: number; rowsMax?: number } = {}) =>
  store.query('shop', { sql, views, rowsMax: 5, from: 0, to: now + 1, ...range })
const rows = async (sql: string, range = {}) => (await query(sql, range)).rows

test('a SELECT reads the sources of its project, from files of both kinds, in its time range', async () => {
  expect(await query('select status, count(*) as count from edge_logs group by 1 order by 1')).toEqual({
    columns: [
      { name: 'status', type: 'INTEGER' },
      { name: 'count', type: 'BIGINT' },
    ],
    rows: [
      [200, '1'],
      [201, '1'],
      [500, '1'],
      [503, '1'],
    ],
    isCut: false,
  })
  expect(await rows('select event_message, class from ERRORS order by id')).toEqual([
    ['shop 500', 5],
    ['shop 503', 5],
  ])
  expect(await rows('from edge_logs select status', { from: START + 1 })).toEqual([[201]])
  expect(await rows('select * from postgres_logs')).toEqual([])
  expect(
    await rows(
      'with recursive n as (select 1 as x union all select x + 1 from n where x < 3), late as (from errors) select x, (select count(*) from late) from n, unnest([1]) order by x; -- all',
    ),
  ).toEqual([
    [1, '2'],
    [2, '2'],
    [3, '2'],
  ])
  expect(await query('select * from range(100)')).toMatchObject({ isCut: true, rows: { length: 5 } })
})

test('what the gate and DuckDB refuse is said in words, and nothing is read or written', async () => {
  const own = path.join(directory, 'shop', 'requests')
  const before = await readdir(own)
  const refusals = await Promise.all(
    [
      `select * from read_text('${directory}/secret.txt')`,
      `copy (select 1) to '${own}/1.ndjson'`,
      'select nothing from edge_logs',
      `select error(event_message || '${directory}/shop') from edge_logs`,
    ].map((sql) => query(sql).catch((error: unknown) => error)),
  )
  expect(refusals).toMatchObject(
    ['read_text is not available', 'Only a SELECT', '"nothing" not found', 'shop'].map((text) => ({
      code: 'invalid',
      message: expect.stringContaining(text),
    })),
  )
  expect(refusals.join()).not.toContain(directory)
  expect(await readdir(own)).toEqual(before)
})

test('queries that take all of the time or memory are ended, and the next one is served', async () => {
  const impatient = aStore({ deadlineMs: 1_000, memoryMb: 300 })
  const ends = await Promise.all(
    [
      'with recursive t as (select 1 as x union all select x + 1 from t) select count(*) from t',
      `select levenshtein(repeat('a', 200000), repeat('b', 200000))`,
      'select list_sum(list_transform(range(1000000000), x -> x + 1))',
    ].map((sql) =>
      impatient.query('shop', { sql, views, rowsMax: 5, from: 0, to: now }).catch((error: unknown) => error),
    ),
  )
  expect(ends[0]).toMatchObject({ code: 'too_slow', message: expect.stringContaining('1 second') })
  for (const end of ends) expect(end).toMatchObject({ code: expect.stringMatching(/^too_/) })
  await impatient.close()
  await expect(query(`select repeat('x', 5000000) from range(5)`)).rejects.toMatchObject({
    code: 'too_large',
  })
  expect(await rows('select 1')).toEqual([[1]])
})
