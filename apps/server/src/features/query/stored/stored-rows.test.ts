import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { QueryEvent, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { readStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenForQueries, type QueryApp } from '../../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'
import { RowFile } from './row-file.ts'
import { MARK_BYTES, MARK_ROWS, READ_BYTES, STORED_RESULTS_MAX } from './stored-rows.rules.ts'
import { createStoredRows } from './stored-rows.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'basalt-rows-'))
let queries: QueryFixture
let app: QueryApp
beforeAll(async () => {
  queries = await openQueries()
  app = await listenForQueries(queries)
})
afterAll(async () => {
  await app.close()
  await queries[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

describe('a file of rows', () => {
  const rowOf = (index: number): ResultRow => [String(index), null, index % 7 === 0 ? 'x\n"é😀' : '']

  test('returns any part exactly, however it was written', async () => {
    const file = await RowFile.in(folder)
    const all = Array.from({ length: 10 * MARK_ROWS + 3 }, (_, index) => rowOf(index))
    for (let start = 0; start < all.length; start += 97) await file.append(all.slice(start, start + 97))
    expect(file.rows).toBe(all.length)
    for (const from of [0, 1, MARK_ROWS - 1, MARK_ROWS, 200, all.length - 1, all.length, all.length + 5])
      for (const count of [1, MARK_ROWS, 200]) {
        expect(await file.read(from, count)).toEqual(all.slice(from, from + count))
      }
    expect(readdirSync(folder)).toEqual([])
    await file.close()
  })

  test('a part of long rows is shortened but never empty', async () => {
    const file = await RowFile.in(folder)
    const long = 'x'.repeat(MARK_BYTES)
    const count = (2 * READ_BYTES) / MARK_BYTES
    await file.append(Array.from({ length: count }, (_, index) => [String(index), long]))
    let from = 0
    let reads = 0
    while (from < count) {
      const rows = await file.read(from, count)
      expect(rows[0]![0]).toBe(String(from))
      expect(rows.length).toBeGreaterThan(0)
      from += rows.length
      reads += 1
    }
    expect(reads).toBeGreaterThan(1)
    expect(reads).toBeLessThan(5)
    await file.close()
  })
})

const at = (template: string, id = '') => template.replace(':ref', REF).replace(':id', id)
async function store(query: string, more: object = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: at(streamQuery.path),
    payload: { query, store: true, max_rows: 1_000_000, ...more },
  })
  const events =
    reply.statusCode === 200
      ? reply.body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as QueryEvent)
      : []
  const [started] = events
  return { reply, events, id: started?.type === 'started' ? started.id : '' }
}
const read = (id: string, search: string) =>
  app.inject({ method: 'GET', url: `${at(readStoredRows.path, id)}?${search}` })

test('rows beyond the limit are stored and can be read in parts', async () => {
  const { events, id } = await store("select i, 'n' || i from generate_series(1, 120000) i")
  expect(events.filter(({ type }) => type === 'rows')).toEqual([])
  expect(events.findLast(({ type }) => type === 'stored')).toEqual({ type: 'stored', rows: 120_000 })
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'statement', rowCount: 120_000, truncated: false }),
  )
  const part = (await read(id, 'from=119990')).json()
  expect(part.rows).toHaveLength(10)
  expect(part.rows.at(-1)).toEqual(['120000', 'n120000'])
  expect((await read(id, 'from=50000')).json().rows).toHaveLength(STORED_READ_ROWS)
  expect((await read(id, 'from=120000')).json()).toEqual({ rows: [] })
})

test('an error after rows is reported, and the rows before it can be read', async () => {
  const { events, id } = await store('select 1 / (300 - i) from generate_series(1, 400) i')
  expect(events.at(-1)).toMatchObject({ type: 'error', sql: { sqlstate: '22012' } })
  expect((await read(id, 'from=0&count=1')).json()).toEqual({ rows: [['0']] })
})

test.each([
  ['select 1; select 2', 400, /one statement/],
  ['', 400, /./],
])('%j cannot be browsed', async (query, status, words) => {
  const { reply } = await store(query)
  expect(reply.statusCode).toBe(status)
  expect(reply.body).toMatch(words)
})

test.each(['from=-1', 'from=x', 'from=0&count=0', `from=0&count=${STORED_READ_ROWS + 1}`])(
  'a part of %j is refused',
  async (search) => {
    const { id } = await store('select 1')
    expect((await read(id, search)).statusCode).toBe(400)
  },
)

test('expired rows and rows of other users cannot be read', async () => {
  const missing = await read(crypto.randomUUID(), 'from=0')
  expect(missing.statusCode).toBe(404)
  expect(missing.json().message).toMatch(/Run the query again/)
  const stored = createStoredRows(folder)
  for await (const _ of await stored.store('a', REF, 'ann@example.com', eventsOf([['1']])));
  expect(await stored.find(REF, 'ann@example.com', 'a').read(undefined, 0, 1)).toEqual([['1']])
  expect(() => stored.find(REF, 'bob@example.com', 'a')).toThrow(/no longer stored/)
  expect(() => stored.find('b'.repeat(20), 'ann@example.com', 'a')).toThrow(/no longer stored/)
  await stored.close()
  expect(() => stored.find(REF, 'ann@example.com', 'a')).toThrow(/no longer stored/)
})

async function* generated(...batches: ResultRow[][]): AsyncGenerator<QueryEvent, undefined> {
  for (const rows of batches) yield { type: 'rows', rows }
}
const eventsOf = (...batches: ResultRow[][]) => generated(...batches) as AsyncIterableIterator<QueryEvent>

test('beyond the limit the least recently used result is deleted, but never one being written', async () => {
  const stored = createStoredRows(folder)
  const open: AsyncIterableIterator<QueryEvent>[] = []
  for (let count = 0; count < STORED_RESULTS_MAX; count += 1)
    open.push(await stored.store(String(count), REF, 'ann', eventsOf([['1']])))
  let isStopped = false
  const refused = eventsOf()
  refused.return = async () => {
    isStopped = true
    return { done: true, value: undefined }
  }
  await expect(stored.store('more', REF, 'ann', refused)).rejects.toThrow(/Too many large results/)
  expect(isStopped).toBe(true)
  for (const events of open) for await (const _ of events);
  stored.find(REF, 'ann', '0')
  await stored.store('more', REF, 'ann', eventsOf([['1']]))
  expect(await stored.find(REF, 'ann', '0').read(undefined, 0, 1)).toEqual([['1']])
  expect(() => stored.find(REF, 'ann', '1')).toThrow(/no longer stored/)
  await stored.close()
})

test('unused rows are deleted', async () => {
  const stored = createStoredRows(folder, { idleMs: 1 })
  for await (const _ of await stored.store('a', REF, 'ann', eventsOf([['1']])));
  const exists = () => {
    try {
      return stored.find(REF, 'ann', 'a') !== undefined
    } catch {
      return false
    }
  }
  await waitFor(() => !exists())
  await stored.close()
})

test('a disk that fills up while rows are stored ends the query with an error', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'this system has no /dev/full')
  const stored = createStoredRows(folder, {
    openFile: async () => new RowFile(await open('/dev/full', 'r+')),
  })
  const events = eventsOf([['1']], [['2']])
  let isStopped = false
  const end = events.return!.bind(events)
  events.return = (value) => {
    isStopped = true
    return end(value)
  }
  const storing = await stored.store('a', REF, 'ann', events)
  await expect(storing.next()).rejects.toMatchObject({ code: 'storage_full' })
  expect(isStopped).toBe(true)
  expect(await stored.find(REF, 'ann', 'a').read(undefined, 0, 1)).toEqual([])
  await stored.close()
})

test('a disk that is already full is reported too', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' })
  const stored = createStoredRows(folder, { openFile: () => Promise.reject(full) })
  await expect(stored.store('a', REF, 'ann', eventsOf([['1']]))).rejects.toMatchObject({
    code: 'storage_full',
  })
})
