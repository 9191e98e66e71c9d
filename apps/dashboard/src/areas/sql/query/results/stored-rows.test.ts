import { STREAM_ROWS_MAX } from '@basalt/contract/query/query.rules.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import { expect, test, vi } from 'vitest'
import { CACHED_LENGTH_MAX, CACHED_PARTS_MAX, PARTS_IN_VIEW } from './stored-rows.rules.ts'
import { StoredRows } from './stored-rows.ts'

const textOf = (row: number) => (row % 10 === 0 ? null : `value ${row}`)

/** A result with this many rows, and the reads that were made. */
function result(rowCount: number, partRows = STORED_READ_ROWS) {
  const reads: [number, number][] = []
  const rows = new StoredRows(async (from, count) => {
    reads.push([from, count])
    const length = Math.min(count, partRows, rowCount - from)
    return Array.from({ length }, (_, index) => [String(from + index), textOf(from + index)])
  })
  /** Waits for the value. */
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
  return { rows, at, reads }
}

test('browsing a million rows caches only a few parts', async () => {
  const { rows, at } = result(STREAM_ROWS_MAX)
  let most = 0
  for (let row = 0; row < STREAM_ROWS_MAX; row += STORED_READ_ROWS - 1) {
    expect(await at(row, 0)).toBe(String(row))
    most = Math.max(most, rows.cachedRowCount)
  }
  expect(await at(STREAM_ROWS_MAX - 1, 1)).toBe(textOf(STREAM_ROWS_MAX - 1))
  expect(most).toBe(CACHED_PARTS_MAX * STORED_READ_ROWS)
})

test('a value is requested once, and NULL is not mistaken for a missing value', async () => {
  const { rows, at, reads } = result(1000)
  expect(rows.at(20, 1)).toBeUndefined()
  expect(rows.at(21, 1)).toBeUndefined()
  expect(await at(20, 1)).toBeNull()
  expect(rows.at(21, 1)).toBe('value 21')
  expect(reads).toEqual([[0, STORED_READ_ROWS]])
  expect(rows.peek(500, 0)).toBeUndefined()
  await Promise.resolve()
  expect(reads).toHaveLength(1)
})

test('a part that arrives in smaller pieces is read completely', async () => {
  const { at, reads } = result(1000, 80)
  expect(await at(199, 0)).toBe('199')
  expect(reads).toEqual([
    [0, 200],
    [80, 120],
    [160, 40],
  ])
})

test('parts that were scrolled past are not read', async () => {
  const { rows, at, reads } = result(STREAM_ROWS_MAX)
  for (let row = 0; row < 100_000; row += 1000) rows.at(row, 0)
  expect(await at(99_000, 0)).toBe('99000')
  expect(reads.length).toBeLessThanOrEqual(PARTS_IN_VIEW)
})

test('the most recently viewed parts stay cached', async () => {
  const { rows, at, reads } = result(STREAM_ROWS_MAX)
  for (let part = 0; part < 3 * CACHED_PARTS_MAX; part += 1) {
    await at(part * STORED_READ_ROWS, 0)
    await at(0, 0)
  }
  expect(reads.filter(([from]) => from === 0)).toHaveLength(1)
  expect(rows.hasRows(0, STORED_READ_ROWS - 1)).toBe(true)
  expect(rows.hasRows(0, STORED_READ_ROWS)).toBe(false)
})

test('parts with long values are evicted earlier', async () => {
  const long = 'x'.repeat(CACHED_LENGTH_MAX / 10)
  const rows = new StoredRows(async () => [[long]])
  for (let part = 0; part < CACHED_PARTS_MAX; part += 1) {
    const loaded = new Promise<void>((resolve) => rows.subscribe(resolve))
    rows.at(part * STORED_READ_ROWS, 0)
    await loaded
    expect(rows.peek(part * STORED_READ_ROWS, 0)).toBe(long)
  }
  expect(rows.cachedRowCount).toBeLessThanOrEqual(10)
})

test('after a failure nothing is read until retry', async () => {
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

test('cancel aborts pending reads without an error', async () => {
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
  rows.cancel()
  expect(wasAborted).toBe(true)
  await vi.waitFor(() => expect(rows.getVersion()).toBe(1))
  expect(rows.failure).toBeUndefined()
})
