import { expect, test } from 'vitest'
import type { ExportRows } from '../results/result-export.ts'
import { type ChartConfig, defaultChart } from './chart-config.ts'
import { canFlip, chartData, dateLabel, defaultAxes, xChoices, yChoices } from './chart-data.ts'

const rowsOf = (types: Record<string, string>, ...rows: (string | null)[][]): ExportRows => ({
  fields: Object.entries(types).map(([name, type]) => ({
    name,
    type,
    type_id: 0,
    table_id: 0,
    column_id: 0,
  })),
  columns: Object.keys(types).map((_, column) => rows.map((row) => row[column] ?? null)),
  rowCount: rows.length,
})
const dataOf = (rows: ExportRows, config: Partial<ChartConfig>) =>
  chartData(rows, { ...defaultChart, xKey: 'x', yKey: 'y', ...config })

test('bars are in row order, labelled with the x values', () => {
  const rows = rowsOf({ x: 'text', y: 'int8' }, ['b', '2'], ['a', null], [null, '7'])
  expect(dataOf(rows, {})).toEqual({
    scale: 'category',
    hidden: 0,
    xs: [0, 1, 2],
    labels: ['b', 'a', 'NULL'],
    ys: [2, null, 7],
  })
  expect(dataOf({ ...rows, order: Uint32Array.of(2, 0), rowCount: 2 }, {})?.labels).toEqual(['NULL', 'b'])
})

test('the points of a line are sorted by number or time', () => {
  const numbers = rowsOf({ x: 'numeric', y: 'float8' }, ['10', '1'], ['2', '3'], [null, '9'], ['NaN', '9'])
  expect(dataOf(numbers, { type: 'line' })).toMatchObject({ scale: 'number', xs: [2, 10], ys: [3, 1] })
  const times = rowsOf(
    { x: 'timestamptz', y: 'int4' },
    ['2026-01-02 00:00:00+00', '1'],
    ['2026-01-01 12:00:00+00', '2'],
    ['infinity', '3'],
  )
  expect(dataOf(times, { type: 'area' })).toMatchObject({
    scale: 'time',
    xs: [Date.UTC(2026, 0, 1, 12), Date.UTC(2026, 0, 2)],
    ys: [2, 1],
  })
  expect(dataOf(times, { type: 'bar' })?.labels).toEqual(['Jan 2 2026 00:00', 'Jan 1 2026 12:00', 'infinity'])
})

test('a cumulative chart shows running totals, and NULL adds nothing', () => {
  const rows = rowsOf({ x: 'text', y: 'int8' }, ['a', '2'], ['b', null], ['c', '-5'])
  expect(dataOf(rows, { cumulative: true })?.ys).toEqual([2, 2, -3])
})

test('a logarithmic scale counts the values it cannot show', () => {
  const rows = rowsOf({ x: 'text', y: 'int8' }, ['a', '0'], ['b', '10'], ['c', '-1'], ['d', null])
  expect(dataOf(rows, { logScale: true })).toMatchObject({ ys: [null, 10, null, null], hidden: 2 })
})

test('nothing is drawn until both axes are existing columns', () => {
  const rows = rowsOf({ x: 'text', y: 'int8' }, ['a', '1'])
  expect(dataOf(rows, { yKey: '' })).toBeUndefined()
  expect(dataOf(rows, { xKey: 'gone' })).toBeUndefined()
})

test('documents suit no axis, and only numeric values can be drawn', () => {
  const rows = rowsOf(
    { id: 'int8', doc: 'jsonb', tags: 'text[]', note: 'text', amount: 'text', price: 'money' },
    ['1', '{}', '{}', 'words', '12.5', '$1,000.50'],
  )
  expect(xChoices(rows.fields).map(({ name }) => name)).toEqual(['id', 'note', 'amount', 'price'])
  expect(yChoices(rows).map(({ name }) => name)).toEqual(['id', 'amount', 'price'])
  expect(chartData(rows, { ...defaultChart, xKey: 'note', yKey: 'price' })?.ys).toEqual([1000.5])
})

test('the axes can be flipped only when both are numeric', () => {
  const { fields } = rowsOf({ a: 'int8', b: 'float8', c: 'text' })
  expect(canFlip(fields, { ...defaultChart, xKey: 'a', yKey: 'b' })).toBe(true)
  expect(canFlip(fields, { ...defaultChart, xKey: 'c', yKey: 'b' })).toBe(false)
  expect(canFlip(fields, defaultChart)).toBe(false)
})

test('dates have a fixed format', () => {
  expect(dateLabel(Date.UTC(2026, 2, 4, 9, 30))).toBe('Mar 4 2026 09:30')
})

test.each([
  [
    { id: 'int8', day: 'date', total: 'numeric' },
    { type: 'line', xKey: 'day', yKey: 'total' },
  ],
  [
    { id: 'int8', name: 'text', total: 'numeric' },
    { type: 'bar', xKey: 'name', yKey: 'total' },
  ],
  [
    { name: 'text', customer_id: 'int8' },
    { type: 'bar', xKey: 'name', yKey: 'customer_id' },
  ],
  [
    { a: 'int4', b: 'int4' },
    { type: 'bar', xKey: 'a', yKey: 'b' },
  ],
  [{ name: 'text' }, { type: 'bar', xKey: '', yKey: '' }],
  [{ total: 'numeric' }, { type: 'bar', xKey: '', yKey: '' }],
])('the default axes of %j are %j', (types, axes) => {
  expect(
    defaultAxes(
      rowsOf(
        types,
        Object.keys(types).map(() => 'x'),
      ),
    ),
  ).toEqual(axes)
})
