import { expect, test } from 'vitest'
import type { Line } from './lines.rules.ts'
import { placeNewLines, placeOfWindowLine, windowLineAt } from './new-lines.rules.ts'

/** Upper-case lines are new. */
const lines = (text: string): Line[] =>
  [...text].map((key) => ({
    key,
    row: undefined,
    cells: [],
    state: key === key.toUpperCase() ? 'new' : 'stored',
    changed: new Set(),
    isUnsaved: false,
  }))
const textOf = (placed: readonly Line[]) => placed.map(({ key }) => key).join('')

test.each([
  ['nothing is new', 'abc', {}, true, 'abc'],
  ['added at the start', 'Xabc', { X: null }, true, 'Xabc'],
  ['added above a row', 'XYabc', { X: 'b', Y: 'b' }, true, 'aXYbc'],
  ['kept from an earlier visit', 'Xabc', {}, true, 'Xabc'],
  ['its row is not loaded', 'XYabc', { X: 'z', Y: 'c' }, false, 'abYc'],
  ['its row is gone', 'Xabc', { X: 'z' }, true, 'Xabc'],
] as const)('%s', (_what, text, anchors, hasStart, expected) => {
  expect(textOf(placeNewLines(lines(text), new Map(Object.entries(anchors)), hasStart))).toBe(expected)
})

test('places among all lines and lines of the window translate both ways', () => {
  const all = lines('aXYbcZd')
  expect([0, 3, 4, 6].map((place) => windowLineAt(all, place))).toEqual([0, 1, 2, 3])
  expect([0, 1, 2, 3].map((line) => placeOfWindowLine(all, line))).toEqual([0, 3, 4, 6])
})
