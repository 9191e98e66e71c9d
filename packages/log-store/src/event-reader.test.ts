import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { REQUESTS, TESTED_SOURCES } from './log-store.fixture.ts'
import { DAY_MS, HOUR_MS } from './log-store.rules.ts'
import { type LogStore, openLogStore, type Removal } from './log-store.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const large = 'x'.repeat(64_000)

let directory: string
let now: number
let opened: LogStore[]
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'basalt-logs-'))
  now = START
  opened = []
})
afterEach(async () => {
  for (const store of opened) await store.close()
  await rm(directory, { recursive: true, force: true })
})

function aStore(sources = TESTED_SOURCES) {
  const store = openLogStore({
    directory,
    sources,
    now: () => now,
    onFailed(error) {
      throw error
    },
    onDamaged: () => undefined,
  })
  opened.push(store)
  return store
}
const add = (store: LogStore, status: number, message = `answered ${status}`) =>
  store.add('shop', 'requests', { timestamp: now, event_message: message, status })

/** Reads until the end, and returns the statuses and the last position. */
async function readAll(store: LogStore, position = 0, limit = 3) {
  const reader = store.follow('shop', 'requests')
  const statuses: unknown[] = []
  for (;;) {
    const read = await reader.after(position, limit)
    position = read.position
    if (read.events.length === 0) return { statuses, position }
    expect(read.events.length).toBeLessThanOrEqual(limit)
    statuses.push(...read.events.map(({ status }) => status))
  }
}
const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, n) => from + n)

test('every event is read once in the order of writing, across lines, Parquet and a clock that is set back', async () => {
  const store = aStore()
  for (let n = 0; n < 40; n++) {
    now = START + n * HOUR_MS - (n % 5 === 4 ? 7 * HOUR_MS : 0)
    add(store, n, n % 4 === 0 ? large : 'short')
    if (n % 3 === 0) await store.flush()
    if (n % 10 === 9) {
      now = START + (n + 2) * HOUR_MS
      await store.compact()
    }
  }
  const { statuses, position } = await readAll(store)
  expect(statuses).toEqual(upTo(40))
  expect(await store.position('shop', 'requests')).toBe(position)
  // From any position, also after a restart.
  const [half] = (await store.follow('shop', 'requests').after(0, 17)).events.slice(-1)
  await store.close()
  const again = aStore()
  const rest = await readAll(again, half!.id)
  expect(rest.statuses).toEqual(upTo(40, Number(half!.status) + 1))
})

test('what is written later is read from where the reader is, also when its file has become Parquet meanwhile', async () => {
  const store = aStore()
  const reader = store.follow('shop', 'requests')
  const written: string[] = []
  const stop = store.onWritten((key, source) => written.push(`${key} ${source}`))
  add(store, 1, large)
  const first = await reader.after(0, 10)
  expect(first.events.map(({ status }) => status)).toEqual([1])
  expect(await reader.after(first.position, 10)).toEqual({ events: [], position: first.position })
  add(store, 2)
  const second = await reader.after(first.position, 10)
  expect(second.events).toEqual([
    { id: first.position + 1, timestamp: START, event_message: 'answered 2', status: 2 },
  ])
  add(store, 3)
  await store.flush()
  now += 2 * DAY_MS
  await store.compact()
  expect((await readdir(path.join(directory, 'shop', 'requests')))[0]).toMatch(/parquet$/)
  const third = await reader.after(second.position, 10)
  expect(third.events).toEqual([
    { id: second.position + 1, timestamp: START, event_message: 'answered 3', status: 3 },
  ])
  expect(written).toEqual(['shop requests', 'shop requests', 'shop requests'])
  stop()
  add(store, 4)
  await store.flush()
  expect(written).toHaveLength(3)
})

test('long lines are read, and a torn last one is not', async () => {
  const store = aStore()
  for (let n = 0; n < 30; n++)
    store.add('shop', 'requests', {
      timestamp: now,
      // Six bytes for each character, in lines that no chunk ends with.
      event_message: '\u0001'.repeat(64 * 1024),
      path: '\u0002'.repeat(8 * 1024 + n),
      status: n,
    })
  await store.flush()
  expect((await readAll(store, 0, 7)).statuses).toEqual(upTo(30))
  await store.close()
  const file = path.join(directory, 'shop', 'requests', '1.ndjson')
  const { size } = await stat(file)
  await truncate(file, size - 10)
  expect((await readAll(aStore(), 0, 7)).statuses).toEqual(upTo(29))
})

test('events that are too large for one result are read in smaller steps', async () => {
  const store = aStore()
  for (let n = 0; n < 300; n++) {
    add(store, n, large)
    if (n % 100 === 99) await store.flush()
  }
  now += 2 * DAY_MS
  await store.compact()
  expect((await readAll(store, 0, 1000)).statuses).toEqual(upTo(300))
})

test('how many events are behind a position, and since when, is counted over all files', async () => {
  const store = aStore()
  expect(await store.behind('shop', 'requests', 0)).toEqual({ events: 0, since: undefined })
  const positions: number[] = [await store.position('shop', 'requests')]
  for (let n = 0; n < 6; n++) {
    add(store, n, large)
    positions.push(await store.position('shop', 'requests'))
    now += HOUR_MS
    await store.compact()
  }
  for (const [n, position] of positions.entries())
    expect(await store.behind('shop', 'requests', position)).toEqual(
      n === 6 ? { events: 0, since: undefined } : { events: 6 - n, since: START + n * HOUR_MS },
    )
})

test('before files are removed, it is told how many of their events come after a position; ids are not given again', async () => {
  const store = aStore()
  for (let day = 0; day < 4; day++) {
    for (let n = 0; n < 5; n++) add(store, day * 5 + n, large)
    await store.flush()
    now += DAY_MS
    await store.compact()
  }
  const [, , third] = (await store.follow('shop', 'requests').after(0, 3)).events
  const removals: (Pick<Removal, 'source' | 'through'> & { lost: number })[] = []
  const record = async ({ source, through, countAfter }: Removal) =>
    void removals.push({ source, through, lost: await countAfter(third!.id) })
  await store.prune('shop', START + 1.5 * DAY_MS, 10 ** 9, record)
  expect(removals).toMatchObject([{ source: 'requests', lost: 7 }])
  expect((await readAll(store, third!.id)).statuses).toEqual(upTo(20, 10))
  expect((await readAll(store, removals[0]!.through)).statuses).toEqual(upTo(20, 10))

  const end = await store.position('shop', 'requests')
  await store.prune('shop', now + DAY_MS, 10 ** 9, record)
  expect(removals[1]).toMatchObject({ through: end, lost: 10 })
  expect(await store.position('shop', 'requests')).toBe(end)
  await store.close()
  const again = aStore()
  add(again, 99)
  expect(await readAll(again, end)).toMatchObject({ statuses: [99] })
})

test('a position of another installation begins again', async () => {
  const store = aStore()
  add(store, 1)
  add(store, 2)
  expect((await readAll(store, 77_000_000_000)).statuses).toEqual([1, 2])
  expect(await store.behind('shop', 'requests', 77_000_000_000)).toMatchObject({ events: 2 })
})

test('files that are older than a column are read as if it were empty', async () => {
  const store = aStore()
  add(store, 1, large)
  await store.flush()
  now += 2 * DAY_MS
  await store.compact()
  await store.close()
  const [requests] = TESTED_SOURCES
  const newer = [{ ...requests!, columns: { ...requests!.columns, region: 'VARCHAR' as const } }]
  const again = aStore(newer)
  expect((await readAll(again)).statuses).toEqual([1])
  const view = { ...REQUESTS, source: newer[0]! }
  const found = await again.newest('shop', view, {
    from: 0,
    to: now,
    where: { sql: 'true', params: [] },
    limit: 5,
  })
  expect(found).toMatchObject([{ status: 1, region: null }])
})
