import { existsSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { QueryEvent, ResultRow } from '@basalt/contract/query/query.schema.ts'
import {
  exportStoredRows,
  readStoredRows,
  sampleStoredRows,
  viewStoredRows,
} from '@basalt/contract/query/stored-rows.endpoints.ts'
import { SAMPLED_ROWS_MAX } from '@basalt/contract/query/stored-rows.rules.ts'
import type { StoredViewEvent } from '@basalt/contract/query/stored-rows.schema.ts'
import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenForQueries, type QueryApp } from '../../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'
import { RowFile } from './row-file.ts'
import { openScratch } from './scratch-file.ts'
import { StoredResult } from './stored-result.ts'
import { SCAN_BYTES, SORT_RUN_LENGTH, STORED_VIEWS_MAX } from './stored-rows.rules.ts'
import { viewOrder } from './view-order.ts'
import { computeView } from './view-task.ts'

const folder = path.join(tmpdir(), 'basalt-views')
const whole: RowView = { search: '', filters: [], sorts: [] }

async function storedRows(types: string[], rows: ResultRow[]) {
  const file = await RowFile.in(folder)
  await file.append(rows)
  const orderOf = (view: Partial<RowView>, scratch = () => openScratch(folder)) =>
    file.withDescriptor(async (fd) => {
      const lines = { fd, bytes: file.bytes, rows: file.rows, types }
      return [...viewOrder(lines, { ...whole, ...view }, scratch, () => undefined)]
    })
  return { file, orderOf }
}

describe('an order of stored rows', () => {
  const people: ResultRow[] = [
    ['Ann', '10', null],
    ['bob', '9', '2024-01-01 00:00:00+00'],
    ['Ann', '9007199254740993', '2024-01-01 00:00:00+05:30'],
    [null, '9007199254740992', ''],
    ['é\n"😀', '-1', 'infinity'],
  ]
  const types = ['text', 'int8', 'timestamptz']

  test.each([
    ['by the order of types', { sorts: [{ column: 1, direction: 'asc' as const }] }, [4, 1, 0, 3, 2]],
    [
      'with NULL first when descending',
      { sorts: [{ column: 0, direction: 'desc' as const }] },
      [3, 4, 1, 0, 2],
    ],
    [
      'by a second column among equals',
      {
        sorts: [
          { column: 0, direction: 'asc' as const },
          { column: 1, direction: 'desc' as const },
        ],
      },
      [2, 0, 1, 4, 3],
    ],
    ['of rows with a text, ignoring case', { search: 'ANN' }, [0, 2]],
    ['of rows with NULL', { filters: [{ column: 2, operator: 'is' as const, value: null }] }, [0]],
    [
      'of rows without a value',
      { filters: [{ column: 0, operator: 'is_not' as const, value: 'Ann' }] },
      [1, 3, 4],
    ],
    ['of no rows', { search: 'nobody' }, []],
    ['of some rows, sorted', { search: '😀', sorts: [{ column: 0, direction: 'asc' as const }] }, [4]],
  ])('is %s', async (_case, view, expected) => {
    const { file, orderOf } = await storedRows(types, people)
    expect(await orderOf(view)).toEqual(expected)
    await file.close()
  })

  // Longer than one read, and together longer than an in-memory sort.
  const long = 'x'.repeat(SCAN_BYTES + 1)
  const count = Math.ceil((2.5 * SORT_RUN_LENGTH) / long.length)
  const rows = Array.from(
    { length: count },
    (_, row): ResultRow => [`${(row * 7919) % count}`.padStart(6, '0') + long],
  )

  test('is computed when the values do not fit into memory', async () => {
    const { file, orderOf } = await storedRows(['text'], rows)
    const order = await orderOf({ sorts: [{ column: 0, direction: 'asc' }] })
    const expected = rows
      .map((_, row) => row)
      .toSorted((one, other) => (rows[one]![0]! < rows[other]![0]! ? -1 : 1))
    expect(order).toEqual(expected)
    await file.close()
  })

  test('fails with the error of a full disk', async ({ skip }) => {
    skip(!existsSync('/dev/full'), 'this system has no /dev/full')
    const { file, orderOf } = await storedRows(['text'], rows)
    const full = () => openSync('/dev/full', 'r+')
    await expect(orderOf({ sorts: [{ column: 0, direction: 'asc' }] }, full)).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    await file.close()
  })
})

describe('views of a result', () => {
  const field = (name: string, type: string) => ({ name, type, type_id: 0, table_id: 0, column_id: 0 })
  async function aResult() {
    const file = await RowFile.in(folder)
    await file.append([['2'], ['1'], ['3']])
    const result = new StoredResult(file, folder, computeView)
    result.fields = [field('n', 'int4')]
    result.isBeingWritten = false
    return result
  }
  const never = new AbortController().signal
  const ascending = { ...whole, sorts: [{ column: 0, direction: 'asc' as const }], filters: [] }

  test('are aborted by a later view and by their caller', async () => {
    const result = await aResult()
    const first = result.view(ascending, never, () => undefined)
    const second = result.view(ascending, never, () => undefined)
    expect([await first, await second]).toEqual([undefined, { id: expect.any(String), rows: 3 }])
    expect(await result.view(ascending, AbortSignal.abort(), () => undefined)).toBeUndefined()
    await result.close()
  })

  test('are stored while they may still be read', async () => {
    const result = await aResult()
    const ids: string[] = []
    for (let made = 0; made <= STORED_VIEWS_MAX; made += 1)
      ids.push((await result.view(ascending, never, () => undefined))!.id)
    expect(await result.read(ids.at(-1), 1, 2)).toEqual([['2'], ['3']])
    await expect(result.read(ids[0], 0, 1)).rejects.toMatchObject({ code: 'not_found' })
    await result.close()
  })

  test('are refused until all rows are stored', async () => {
    const result = await aResult()
    result.isBeingWritten = true
    await expect(result.view(ascending, never, () => undefined)).rejects.toMatchObject({ code: 'conflict' })
    await result.close()
  })
})

describe('over HTTP', () => {
  const ROWS = 12_000
  let queries: QueryFixture
  let app: QueryApp
  let id: string
  beforeAll(async () => {
    queries = await openQueries()
    app = await listenForQueries(queries)
    const query = `select i, case when i % 2 = 0 then 'even' end as kind, 'n' || i from generate_series(1, ${ROWS}) i`
    const reply = await app.inject({
      method: 'POST',
      url: at(streamQuery.path),
      payload: { query, store: true },
    })
    const started = JSON.parse(reply.body.split('\n', 1)[0]!) as QueryEvent
    id = started.type === 'started' ? started.id : ''
  })
  afterAll(async () => {
    await app.close()
    await queries[Symbol.asyncDispose]()
  })
  const at = (template: string) => template.replace(':ref', REF).replace(':id', id)
  const get = (endpoint: { path: string }, search: string) =>
    app.inject({ url: `${at(endpoint.path)}?${search}` })
  const requestView = async (view: object) => {
    const payload = { ...whole, ...view }
    const reply = await app.inject({ method: 'POST', url: at(viewStoredRows.path), payload })
    return reply.statusCode === 200
      ? (JSON.parse(reply.body.trimEnd().split('\n').at(-1)!) as StoredViewEvent)
      : { status: reply.statusCode, body: reply.json() }
  }
  const viewOf = async (payload: object) => {
    const event = await requestView(payload)
    if (!('type' in event) || event.type !== 'view') throw new Error(JSON.stringify(event))
    return event
  }
  const evenDescending = {
    filters: [{ column: 1, operator: 'is', value: 'even' }],
    sorts: [{ column: 0, direction: 'desc' }],
  }

  test('rows are filtered and sorted on the server and read in parts', async () => {
    const view = await viewOf(evenDescending)
    expect(view.rows).toBe(ROWS / 2)
    const { rows } = (await get(readStoredRows, `view=${view.id}&from=1&count=2`)).json()
    expect(rows).toEqual([
      ['11998', 'even', 'n11998'],
      ['11996', 'even', 'n11996'],
    ])
  })

  test.each([
    ['an unknown column', { sorts: [{ column: 3, direction: 'asc' }] }, 400],
    ['an unknown direction', { sorts: [{ column: 0, direction: 'up' }] }, 400],
    ['NULL for a column', { sorts: [{ column: null, direction: 'asc' }] }, 400],
    ['a negative column', { filters: [{ column: -1, operator: 'is', value: null }] }, 400],
    ['an unknown key', { order: 1 }, 400],
  ])('%s is refused', async (_case, payload, status) => {
    expect(await requestView(payload)).toMatchObject({ status })
  })

  test('an unknown view is not found', async () => {
    const view = crypto.randomUUID()
    for (const reply of [
      await get(readStoredRows, `view=${view}`),
      await get(sampleStoredRows, `view=${view}&columns=0`),
      await get(exportStoredRows, `view=${view}&format=csv`),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['format=tsv&top=1&bottom=2&left=0&right=1&names=false', '2\teven\n3\t\n'],
    ['format=csv&top=0&bottom=0', 'i,kind,?column?\r\n1,,n1\r\n'],
    ['format=json&top=0&bottom=1&right=0', '[\n  { "i": 1 },\n  { "i": 2 }\n]\n'],
    ['format=markdown&top=11999&left=2', '| ?column? |\n| --- |\n| n12000 |\n'],
    ['format=sql&top=1&bottom=1&right=1', 'insert into table_name ("i", "kind") values (2, \'even\');\n'],
    ['format=csv&top=12000', 'i,kind,?column?\r\n'],
    ['format=tsv&top=12000&names=false', ''],
  ])('a part is exported as text: %s', async (search, text) => {
    const reply = await get(exportStoredRows, search)
    expect([reply.statusCode, reply.body]).toEqual([200, text])
  })

  test('all rows of a view are exported in its order', async () => {
    const view = await viewOf(evenDescending)
    const { body } = await get(exportStoredRows, `view=${view.id}&format=tsv&names=false&right=0`)
    const expected = Array.from({ length: ROWS / 2 }, (_, index) => `${ROWS - 2 * index}\n`)
    expect(body).toBe(expected.join(''))
  })

  test.each(['format=xml', 'format=csv&top=-1', ''])('an export of %j is refused', async (search) => {
    expect((await get(exportStoredRows, search)).statusCode).toBe(400)
  })

  test('a sample is spread evenly over the rows and returns its interval', async () => {
    const { rows, every } = (await get(sampleStoredRows, 'columns=2,0')).json()
    expect(every).toBe(Math.ceil(ROWS / SAMPLED_ROWS_MAX))
    expect(rows).toHaveLength(ROWS / every)
    expect(rows[1]).toEqual([`n${1 + every}`, String(1 + every)])
    const few = (await get(sampleStoredRows, 'columns=0&rows=2')).json()
    expect(few).toEqual({ rows: [['1'], ['6001']], every: 6000 })
  })

  test.each(['columns=', 'columns=0,1,2', 'columns=x', 'columns=0&rows=0', ''])(
    'a sample of %j is refused',
    async (search) => {
      expect((await get(sampleStoredRows, search)).statusCode).toBe(400)
    },
  )
})
