import { STREAM_ROWS_MAX } from '@basalt/contract/query/query.rules.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import { expect, test, vi } from 'vitest'
import { LENGTH_HELD, PARTS_HELD, PARTS_IN_VIEW } from './stored-rows.rules.ts'
import { StoredRows } from './stored-rows.ts'

const textOf = (row: number) => (row % 10 === 0 ? null : `value ${row}`)

/** A result of so many rows, and what was asked of it. */
function result(rowCount: number, partRows = STORED_READ_ROWS) {
  const asked: [number, number][] = []
  const rows = new StoredRows(async (from, count) => {
    asked.push([from, count])
    const length = Math.min(count, partRows, rowCount - from)
    return Array.from({ length }, (_, index) => [String(from + index), textOf(from + index)])
  })
  /** The value, as soon as it is there. */
  const at = async (row: number, column: number) => {
    for (;;) {
      const value = rows.at(row, column)
      if (value !== undefined || rows.failure) return value
      await new Promise<void>((resolve) => {
        const stop = rows.subscribe(() => {
          stop()
          resolve()
        })
      })
    }
  }
  return { rows, at, asked }
}

test('a million rows are browsed while those of a few parts are held', async () => {
  const { rows, at } = result(STREAM_ROWS_MAX)
  let most = 0
  for (let row = 0; row < STREAM_ROWS_MAX; row += STORED_READ_ROWS - 1) {
    expect(await at(row, 0)).toBe(String(row))
    most = Math.max(most, rows.rowsHeld)
  }
  expect(await at(STREAM_ROWS_MAX - 1, 1)).toBe(textOf(STREAM_ROWS_MAX - 1))
  expect(most).toBe(PARTS_HELD * STORED_READ_ROWS)
})

test('a value is asked for once, is here when it has come, and NULL is not taken for one that has not', async () => {
  const { rows, at, asked } = result(1000)
  expect(rows.at(20, 1)).toBeUndefined()
  expect(rows.at(21, 1)).toBeUndefined()
  expect(await at(20, 1)).toBeNull()
  expect(rows.at(21, 1)).toBe('value 21')
  expect(asked).toEqual([[0, STORED_READ_ROWS]])
  expect(rows.peek(500, 0)).toBeUndefined()
  await Promise.resolve()
  expect(asked).toHaveLength(1)
})

test('rows that come in smaller parts than asked for are asked for to the end', async () => {
  const { at, asked } = result(1000, 80)
  expect(await at(199, 0)).toBe('199')
  expect(asked).toEqual([
    [0, 200],
    [80, 120],
    [160, 40],
  ])
})

test('what was passed by is not read', async () => {
  const { rows, at, asked } = result(STREAM_ROWS_MAX)
  for (let row = 0; row < 100_000; row += 1000) rows.at(row, 0)
  expect(await at(99_000, 0)).toBe('99000')
  expect(asked.length).toBeLessThanOrEqual(PARTS_IN_VIEW)
})

test('what was looked at last stays', async () => {
  const { rows, at, asked } = result(STREAM_ROWS_MAX)
  for (let part = 0; part < 3 * PARTS_HELD; part += 1) {
    await at(part * STORED_READ_ROWS, 0)
    await at(0, 0)
  }
  expect(asked.filter(([from]) => from === 0)).toHaveLength(1)
  expect(rows.holds(0, STORED_READ_ROWS - 1)).toBe(true)
  expect(rows.holds(0, STORED_READ_ROWS)).toBe(false)
})

test('long values are dropped earlier', async () => {
  const long = 'x'.repeat(LENGTH_HELD / 10)
  const rows = new StoredRows(async () => [[long]])
  for (let part = 0; part < PARTS_HELD; part += 1) {
    const come = new Promise<void>((resolve) => rows.subscribe(resolve))
    rows.at(part * STORED_READ_ROWS, 0)
    await come
    expect(rows.peek(part * STORED_READ_ROWS, 0)).toBe(long)
  }
  expect(rows.rowsHeld).toBeLessThanOrEqual(10)
})

test('a failure is told, asks for nothing more, and is tried again when one says so', async () => {
  let isDown = true
  let reads = 0
  const rows = new StoredRows(async () => {
    reads += 1
    if (isDown) throw new Error('no network')
    return [['1']]
  })
  rows.at(0, 0)
  await vi.waitFor(() => expect(rows.failure?.message).toBe('no network'))
  rows.at(0, 0)
  await Promise.resolve()
  expect(reads).toBe(1)
  isDown = false
  rows.retry()
  rows.at(0, 0)
  await vi.waitFor(() => expect(rows.at(0, 0)).toBe('1'))
})

test('leaving the page stops pending reads without errors', async () => {
  let wasAborted = false
  const rows = new StoredRows(
    (_from, _count, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          wasAborted = true
          reject(signal.reason)
        })
      }),
  )
  rows.at(0, 0)
  await Promise.resolve()
  rows.leave()
  expect(wasAborted).toBe(true)
  await vi.waitFor(() => expect(rows.getVersion()).toBe(1))
  expect(rows.failure).toBeUndefined()
})
