import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { expect, test } from 'vitest'
import { rowOrder } from './row-order.ts'
import { wholeResult } from './row-view.rules.ts'

const never = new AbortController().signal

const rowsOf = (types: string[], ...rows: (string | null)[][]) => ({
  fields: types.map((type, index) => ({ name: `c${index}`, type, type_id: 0, table_id: 0, column_id: 0 })),
  columns: types.map((_, column) => rows.map((row) => row[column] ?? null)),
  rowCount: rows.length,
})

const valuesInOrder = async (type: string, values: (string | null)[], direction: 'asc' | 'desc' = 'asc') => {
  const rows = rowsOf([type], ...values.map((value) => [value]))
  const order = await rowOrder(rows, { ...wholeResult, sorts: [{ column: 0, direction }] }, never)
  return [...order!].map((row) => values[row])
}

test.each([
  ['int8', ['-1', '0', '9', '10']],
  ['int8', ['-9007199254740993', '-9007199254740992', '9007199254740992', '9007199254740993']],
  ['numeric', ['-Infinity', '0.5', '1.10000000000000000001', '1.10000000000000000002', 'Infinity', 'NaN']],
  ['float8', ['-3e-05', '2', '1e+100']],
  ['money', ['-$2.00', '$999.00', '$1,000.50']],
  ['bool', ['f', 't']],
  ['text', ['a', 'A', 'b', 'C', 'é', 'z']],
  ['date', ['-infinity', '0044-03-15 BC', '0001-01-01', '2024-05-01', '12024-01-01', 'infinity']],
  ['timestamptz', ['2024-11-03 01:30:00-04', '2024-11-03 01:30:00.5-04', '2024-11-03 01:30:00-05']],
  ['timestamptz', ['2024-01-01 00:00:00.000001+00', '2024-01-01 00:00:00.000002+00']],
  ['timestamptz', ['2024-01-01 00:00:00+05:30', '2024-01-01 00:00:00+00']],
  ['timestamp', ['2024-01-01 00:00:00', '2024-01-01 00:00:01']],
  ['interval', ['-1 days', '-00:00:01', '00:00:01.5', '10:00:00', '2 days', '1 mon', '1 year 2 mons']],
])('%s has the order of its type: %j', async (type, values) => {
  expect(await valuesInOrder(type, values.toReversed())).toEqual(values)
  expect(await valuesInOrder(type, values, 'desc')).toEqual(values.toReversed())
})

test('NULL comes last in ascending and first in descending order', async () => {
  expect(await valuesInOrder('text', [null, 'b', null, 'a'])).toEqual(['a', 'b', null, null])
  expect(await valuesInOrder('text', [null, 'b', null, 'a'], 'desc')).toEqual([null, null, 'b', 'a'])
})

const people = rowsOf(['text', 'int4'], ['Ann', '3'], ['bob', '1'], ['Ann', '1'], [null, '2'], ['', '2'])
const visibleRows = async (view: Partial<RowView>) => [
  ...(await rowOrder(people, { ...wholeResult, ...view }, never))!,
]

test('a second column breaks ties, and full ties keep their original order', async () => {
  const sorts = [
    { column: 0, direction: 'desc' as const },
    { column: 1, direction: 'asc' as const },
  ]
  expect(await visibleRows({ sorts })).toEqual([3, 1, 2, 0, 4])
  expect(await visibleRows({ sorts: [{ column: 1, direction: 'asc' }] })).toEqual([1, 2, 3, 4, 0])
})

test('the search matches any value, ignores case, and does not match NULL', async () => {
  expect(await visibleRows({ search: 'ANN' })).toEqual([0, 2])
  expect(await visibleRows({ search: 'null' })).toEqual([])
  expect(await visibleRows({ search: '2' })).toEqual([3, 4])
})

test('filters distinguish NULL from the empty string, and are combined with AND', async () => {
  expect(await visibleRows({ filters: [{ column: 0, operator: 'is', value: null }] })).toEqual([3])
  expect(await visibleRows({ filters: [{ column: 0, operator: 'is', value: '' }] })).toEqual([4])
  expect(
    await visibleRows({ filters: [{ column: 0, operator: 'is_not', value: 'Ann' }], search: '2' }),
  ).toEqual([3, 4])
})

test('an unfiltered and unsorted view needs no order', async () => {
  expect(await rowOrder(people, wholeResult, never)).toBeUndefined()
})

test('a hundred thousand rows are merge-sorted, and sorting can be aborted', async () => {
  const count = 100_000
  const values = Array.from({ length: count }, (_, row) => String((row * 7919) % count))
  const rows = rowsOf(['int4'], ...values.map((value) => [value]))
  const view: RowView = { ...wholeResult, sorts: [{ column: 0, direction: 'asc' }] }
  const order = await rowOrder(rows, view, never)
  expect(order!.every((row, position) => values[row] === String(position))).toBe(true)
  expect(await rowOrder(rows, view, AbortSignal.abort())).toBeUndefined()
})
