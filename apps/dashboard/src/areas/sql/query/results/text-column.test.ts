import { expect, test } from 'vitest'
import { TextColumn } from './text-column.ts'

const columnOf = (values: readonly (string | null)[]) => {
  const column = new TextColumn()
  for (const value of values) column.append(value)
  return column
}
const valuesOf = (column: TextColumn) => Array.from({ length: column.length }, (_, row) => column.at(row))

test('values are read back unchanged across many chunks', () => {
  const values = Array.from({ length: 5000 }, (_, row) => [null, '', `row ${row}`, 'ä😀\n', '0'][row % 5]!)
  const column = columnOf(values)
  expect(column.length).toBe(5000)
  expect(valuesOf(column)).toEqual(values)
})

test('NULL and the empty string stay distinct at chunk boundaries', () => {
  const values = Array.from({ length: 2049 }, (_, row) => (row % 2 === 0 ? null : ''))
  expect(valuesOf(columnOf(values))).toEqual(values)
})

test('long values close a chunk early and stay complete', () => {
  const long = 'x'.repeat(1024 * 1024)
  const column = columnOf(['a', long, 'b', `${long}y`, null, 'c'])
  expect(valuesOf(column)).toEqual(['a', long, 'b', `${long}y`, null, 'c'])
})

test('rows out of range are undefined', () => {
  const column = columnOf(Array.from({ length: 2000 }, String))
  expect(column.at(-1)).toBeUndefined()
  expect(column.at(2000)).toBeUndefined()
  expect(new TextColumn().at(0)).toBeUndefined()
})
