import { expect, test } from 'vitest'
import { keptMove } from './kept-place.rules.ts'
import type { Line } from './lines.rules.ts'

const lines = (text: string): Line[] =>
  [...text].map((key, index) => ({
    key: key === '.' ? `gap ${index}` : key,
    row: undefined,
    cells: [],
    state: key === '.' ? 'gap' : 'stored',
    changed: new Set(),
    isUnsaved: false,
  }))

test.each([
  ['nothing changed', 'abcd', 'abcd', 1, 0],
  ['rows came before', 'abcd', 'xyabcd', 1, 2],
  ['rows came in place of a gap', '..cd', 'abcd', 0, 0],
  ['a gap became shorter', '....cd', '..cd', 0, -2],
  ['the row at the top is gone', 'abcd', 'acd', 1, -1],
  ['the screen is behind all rows', 'ab....', 'xxab..', 5, 2],
  ['all rows are others', 'abcd', 'wxyz', 2, 0],
  ['there were none', '', 'abc', 0, 0],
] as const)('%s', (_what, before, after, top, move) => {
  expect(keptMove(lines(before), lines(after), top)).toBe(move)
})
