import { expect, test } from 'vitest'
import {
  CELL_MAX_CHARACTERS,
  COLUMN_MIN_WIDTH,
  COLUMN_START_MAX_WIDTH,
  cellLine,
  rowNumberWidth,
  startWidth,
} from './data-grid.rules.ts'

test.each([
  ['plain', 'plain'],
  ['a\nb\r\nc\rd', 'a⏎b⏎c⏎d'],
  ['x'.repeat(CELL_MAX_CHARACTERS), 'x'.repeat(CELL_MAX_CHARACTERS)],
  ['x'.repeat(CELL_MAX_CHARACTERS + 1), `${'x'.repeat(CELL_MAX_CHARACTERS)}…`],
])('a cell shows one line of bounded length', (value, line) => {
  expect(cellLine(value)).toBe(line)
})

test('a long text is never cut inside a character', () => {
  expect(cellLine(`${'x'.repeat(CELL_MAX_CHARACTERS - 1)}😀😀`)).toBe(
    `${'x'.repeat(CELL_MAX_CHARACTERS - 1)}…`,
  )
})

test('a column starts wide enough for its name and values, within bounds', () => {
  expect(startWidth({ name: 'id', type: 'int8' }, ['1', '2'])).toBe(COLUMN_MIN_WIDTH)
  expect(startWidth({ name: 'id', type: 'int8' }, ['x'.repeat(20)])).toBe(174)
  expect(startWidth({ name: 'a_rather_long_name', type: 'timestamptz' }, [null])).toBe(249)
  expect(startWidth({ name: 'body', type: 'text' }, ['x'.repeat(10_000)])).toBe(COLUMN_START_MAX_WIDTH)
})

test('the row numbers get room for the last one', () => {
  expect(rowNumberWidth(0)).toBe(32)
  expect(rowNumberWidth(100_000)).toBe(69)
})
