import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COPIED, REQUESTS, TESTED_SOURCES } from './log-store.fixture.ts'
import { DAY_MS, HOUR_MS, SEGMENT_BYTES, WAITING_EVENTS_MAX } from './log-store.rules.ts'
import { type LogStore, type LogStoreOptions, type NewestRequest, openLogStore } from './log-store.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const EVERYTHING = { sql: 'true', params: [] }

let directory: string
let now: number
let opened: LogStore[]
let failures: unknown[]
let damaged: string[]
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'basalt-logs-'))
  now = START
  opened = []
  failures = []
  damaged = []
})
afterEach(async () => {
  for (const store of opened) await store.close()
  await rm(directory, { recursive: true, force: true })
  expect(failures).toEqual([])
})

function aStore(options: Partial<LogStoreOptions> = {}) {
  const store = openLogStore({
    directory,
    sources: TESTED_SOURCES,
    now: () => now,
    onFailed: (error) => failures.push(error),
    onDamaged: (_key, files) => damaged.push(...files),
    ...options,
  })
  opened.push(store)
  return store
}
const newest = (store: LogStore, request: Partial<NewestRequest> = {}, view = REQUESTS) =>
  store.newest('shop', view, { from: 0, to: now + DAY_MS, where: EVERYTHING, limit: 100, ...request })
const statuses = async (store: LogStore, request: Partial<NewestRequest> = {}) =>
  (await newest(store, request)).map(({ status }) => status)
const add = (store: LogStore, status: number, over: object = {}) =>
  store.add('shop', 'requests', { timestamp: now, event_message: `answered ${status}`, status, ...over })
const files = (source = 'requests') => {
  const folder = path.join(directory, 'shop', source)
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
const large = 'x'.repeat(64_000)

test('what was added is found at once, newest first, with its types', async () => {
  const store = aStore()
  add(store, 200, { path: '/a', bytes: 2 ** 40 })
  now += 5
  add(store, 500)
  store.add('other', 'requests', { timestamp: now, event_message: 'of another project' })
  expect(await newest(store)).toEqual([
    {
      id: 1_000_000_001,
      timestamp: START + 5,
      event_message: 'answered 500',
      left_out: null,
      status: 500,
      path: null,
      bytes: null,
    },
    {
      id: 1_000_000_000,
      timestamp: START,
      event_message: 'answered 200',
      left_out: null,
      status: 200,
      path: '/a',
      bytes: 2 ** 40,
    },
  ])
  expect(await newest(store, {}, COPIED)).toEqual([])
})

test('pages follow each other across lines and Parquet, and newest-first holds where files overlap', async () => {
  const store = aStore()
  const expected: { timestamp: number; status: number }[] = []
  for (let n = 0; n < 12; n++) {
    // The clock is set back now and then.
    now = START + n * HOUR_MS - (n % 3 === 2 ? 5 * HOUR_MS : 0)
    for (const status of [n * 2, n * 2 + 1]) {
      add(store, status, { event_message: large })
      expected.push({ timestamp: now, status })
    }
    await store.flush()
    if (n % 2 === 0) {
      now = START + n * HOUR_MS + 2 * HOUR_MS
      await store.compact()
    }
  }
  expect(files().some((name) => name.endsWith('.parquet'))).toBe(true)
  expect(files().some((name) => name.endsWith('.ndjson'))).toBe(true)
  const found: unknown[] = []
  for (let before: NewestRequest['before']; ; ) {
    const page = await newest(store, { before, limit: 5, to: START + 100 * HOUR_MS })
    found.push(...page.map(({ status }) => status))
    const last = page.at(-1)
    if (!last) break
    before = { timestamp: Number(last.timestamp), id: Number(last.id) }
  }
  const order = expected.toSorted((a, b) => b.timestamp - a.timestamp || b.status - a.status)
  expect(found).toEqual(order.map(({ status }) => status))
})

test.each([1, 2, 3])(
  'rare events are found in their order, however many files they are spread over (seed %d)',
  async (seed) => {
    const random = randomOf(seed)
    const store = aStore()
    const added: { timestamp: number; status: number }[] = []
    for (let file = 0; file < 40; file++) {
      // The clock stands still, goes on, and is set back by hours.
      now += Math.floor((random() - 0.25) * 6) * HOUR_MS
      for (let n = 0; n < 3; n++) {
        const status = random() < 0.15 ? 500 + n : 200
        add(store, status, { event_message: large, path: `/${added.length}` })
        added.push({ timestamp: now, status })
      }
      await store.flush()
      if (random() < 0.8) {
        now += 2 * HOUR_MS
        await store.compact()
      }
    }
    expect(files().length).toBeGreaterThan(5)
    const to = Math.max(...added.map(({ timestamp }) => timestamp)) + 1
    for (const limit of [1, 2, 5, 100]) {
      const where = { sql: 'status >= ?', params: [500] }
      const found = await newest(store, { where, limit, to })
      const order = added
        .map((event, place) => ({ ...event, place }))
        .filter(({ status }) => status >= 500)
        .sort((a, b) => b.timestamp - a.timestamp || b.place - a.place)
        .slice(0, limit)
      expect(found.map(({ path }) => path)).toEqual(order.map(({ place }) => `/${place}`))
    }
  },
)

test('conditions, time ranges, events after an id and aggregates', async () => {
  const store = aStore()
  for (const status of [200, 404, 500, 503]) {
    add(store, status)
    now += 1000
  }
  expect(
    await statuses(store, { where: { sql: 'status >= ? and event_message like ?', params: [404, '%50%'] } }),
  ).toEqual([503, 500])
  expect(await statuses(store, { from: START + 1000, to: START + 3000 })).toEqual([500, 404])
  const [last] = await newest(store, { limit: 1 })
  expect(await statuses(store, { after: Number(last!.id) - 2 })).toEqual([503, 500])
  expect(await statuses(store, { after: Number(last!.id) })).toEqual([])
  const counts = await store.aggregate(
    'shop',
    REQUESTS,
    { from: START, to: now },
    { sql: 'status < ?', params: [503] },
    {
      sql: 'select (status // ? * 100)::int as class, count(*)::double as count from events group by 1 order by 1',
      params: [100],
    },
  )
  expect(counts).toEqual([
    { class: 200, count: 1 },
    { class: 400, count: 1 },
    { class: 500, count: 1 },
  ])
})

test('hours become Parquet, days become one file, and small files wait for the end of their day', async () => {
  const store = aStore()
  for (let hour = 0; hour < 30; hour++) {
    for (let n = 0; n < 5; n++) add(store, hour, { event_message: large })
    await store.flush()
    now += HOUR_MS
    await store.compact()
  }
  // One file for the hours before midnight, and one for each hour since.
  expect(files().filter((name) => name.endsWith('.parquet'))).toHaveLength(19)
  now += DAY_MS
  await store.compact()
  // From noon to midnight, a day, and what is left.
  expect(files()).toHaveLength(2)
  expect(await statuses(store, { limit: 200 })).toEqual(
    Array.from({ length: 150 }, (_, n) => 29 - Math.floor(n / 5)),
  )

  store.add('small', 'requests', { timestamp: now, event_message: 'a' })
  await store.flush()
  now += 2 * HOUR_MS
  await store.compact()
  const small = () => readdir(path.join(directory, 'small', 'requests'))
  expect(await small()).toEqual(['1.ndjson'])
  now += DAY_MS
  await store.compact()
  expect(await small()).toEqual([expect.stringMatching(/^1-1\.\d+-\d+\.parquet$/)])
})

test('long, binary and torn text is kept as far as possible and breaks nothing', async () => {
  const store = aStore()
  add(store, 1, { event_message: 'z'.repeat(10_000_000), path: 'p'.repeat(100_000) })
  add(store, 2, { event_message: 'two\nlines\0"\\ \ud800 end' })
  const [two, one] = await newest(store)
  expect(two!.event_message).toBe('two\nlines\0"\\ \ufffd end')
  expect(String(one!.event_message)).toMatch(/^z{65536}… \(9,934,464 more characters\)$/)
  expect(String(one!.path)).toHaveLength(8192 + '… (91,808 more characters)'.length)
  await store.close()

  const file = path.join(directory, 'shop', 'requests', '1.ndjson')
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from('{"id":9,"timesta')]))
  const again = aStore()
  add(again, 3)
  expect(await statuses(again)).toEqual([3, 2, 1])
})

test('a damaged Parquet file is set aside, and everything else is found', async () => {
  const store = aStore()
  for (const status of [1, 2, 3]) {
    add(store, status, { event_message: large })
    await store.flush()
    now += DAY_MS
    await store.compact()
  }
  const [first] = files().filter((name) => name.endsWith('.parquet'))
  await truncate(path.join(directory, 'shop', 'requests', first!), 200)
  expect(await statuses(store)).toEqual([3, 2])
  expect(damaged).toEqual([first])
  expect(await statuses(aStore())).toEqual([3, 2])
})

test('expired files and the oldest above a size go; a removed project leaves and gets nothing', async () => {
  const store = aStore()
  for (let day = 0; day < 4; day++) {
    add(store, day, { event_message: large })
    await store.flush()
    now += DAY_MS
    await store.compact()
  }
  expect(await store.prune('shop', START + DAY_MS, 10 ** 9)).toBe(0)
  expect(await statuses(store)).toEqual([3, 2, 1])
  const sizes = await store.prune('shop', 0, 1)
  expect(sizes).toBeGreaterThan(0)
  expect(await statuses(store)).toEqual([])

  add(store, 9)
  await store.remove('shop')
  expect(add(store, 10)).toBe(false)
  await store.flush()
  expect(existsSync(path.join(directory, 'shop'))).toBe(false)
  expect(await store.keys()).toEqual([])
})

test('a flood is bounded, and the log says how many events are missing', async () => {
  const store = aStore()
  let kept = 0
  for (let n = 0; n < WAITING_EVENTS_MAX + 1_234; n++) if (add(store, n)) kept += 1
  expect(kept).toBe(WAITING_EVENTS_MAX)
  const [sum] = await store.aggregate('shop', REQUESTS, { from: 0, to: now + 1 }, EVERYTHING, {
    sql: 'select count(*)::double as count, sum(left_out)::double as missing from events',
    params: [],
  })
  expect(sum).toEqual({ count: WAITING_EVENTS_MAX, missing: 1_234 })
})

test('a file is closed at its size, and ids stay unique', async () => {
  const store = aStore()
  const message = 'm'.repeat(60_000)
  const count = Math.ceil((SEGMENT_BYTES * 1.5) / message.length)
  for (let n = 0; n < count; n++) {
    add(store, n, { event_message: message })
    if (n % 100 === 0) await store.flush()
  }
  await store.flush()
  expect(files()).toEqual(['1.ndjson', '2.ndjson'])
  const [sum] = await store.aggregate('shop', REQUESTS, { from: 0, to: now + 1 }, EVERYTHING, {
    sql: 'select count(distinct id)::double as ids, count(*)::double as count from events',
    params: [],
  })
  expect(sum).toEqual({ ids: count, count })
})

test('on a full disk, what cannot be written is counted, and the oldest files of all projects make room', async ({
  skip,
}) => {
  await using disk = await smallDisk('24m')
  if (!disk) return skip(NO_SMALL_DISK)
  const lost: unknown[] = []
  const store = aStore({ directory: disk.path, onFailed: (error) => lost.push(error) })
  const fill = async (key: string, count: number) => {
    for (let n = 0; n < count; n++)
      store.add(key, 'requests', { timestamp: now, event_message: large, status: n })
    await store.flush()
  }
  // 17 MB close the first file; the second one does not fit.
  for (let part = 0; part < 3; part++) await fill('old', 90)
  now += HOUR_MS
  for (let part = 0; part < 2; part++) await fill('new', 90)
  expect(lost.map((error) => (error as NodeJS.ErrnoException).code)).toContain('ENOSPC')

  const counted: string[] = []
  const removed = await store.makeRoom(1, async (key, { source, countAfter }) => {
    counted.push(`${key} ${source} ${await countAfter(0)}`)
  })
  expect([...removed.keys()]).toEqual(['old'])
  expect(removed.get('old')).toBeGreaterThanOrEqual(SEGMENT_BYTES)
  expect(counted).toEqual(['old requests 270'])
  const failures = lost.length
  await fill('new', 5)
  expect(lost).toHaveLength(failures)
  const [sum] = await store.aggregate('new', REQUESTS, { from: 0, to: now + 1 }, EVERYTHING, {
    sql: 'select (count(*) + coalesce(sum(left_out), 0))::double as events from events',
    params: [],
  })
  expect(sum).toEqual({ events: 185 })
})

const ROUNDS = Number(process.env.BASALT_LOG_KILLS ?? 3)

test(`a writer that is killed ${ROUNDS} times leaves every event that it reported as written once`, async () => {
  let reported = { written: 0, copied: 0, now: START }
  for (let round = 0; round < ROUNDS; round++) {
    const child = fork(
      new URL('./killed-writer.fixture.ts', import.meta.url),
      [directory, String(round * 1_000_000), String(reported.now)],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    const wanted = 3 + Math.floor(Math.random() * 12)
    for (let n = 0; n < wanted; n++) [reported] = (await once(child, 'message')) as [typeof reported]
    child.kill('SIGKILL')
    await once(child, 'exit')
    now = reported.now + DAY_MS
    const store = aStore()
    if (round % 2 === 1) await store.compact()
    const range = { from: 0, to: now + 100 * DAY_MS }
    const [requests] = await store.aggregate(
      'shop',
      REQUESTS,
      range,
      { sql: 'status between ? and ?', params: [round * 1_000_000, reported.written - 1] },
      {
        sql: 'select count(*)::double as count, count(distinct status)::double as different from events',
        params: [],
      },
    )
    const count = reported.written - round * 1_000_000
    expect(requests).toEqual({ count, different: count })
    // Read again from the cursor, so that there are no gaps and nothing is there twice.
    const [copied] = await store.aggregate('shop', COPIED, range, EVERYTHING, {
      sql: 'select count(*)::double as count, count(distinct line)::double as different, max(line)::double + 1 as end from events',
      params: [],
    })
    expect(copied!.count).toBeGreaterThanOrEqual(reported.copied)
    expect(copied).toEqual({ count: copied!.end, different: copied!.end, end: copied!.end })
    expect(await store.cursor('shop', 'copied')).toBe(String(copied!.end))
    await store.close()
  }
})
