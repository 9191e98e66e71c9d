import { expect, test } from 'vitest'
import { changedRow, movedRow, newRowKey, withoutRow } from './form-rows.rules.ts'

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 1, ['a', 'b', 'c']],
])('row %i moved by %i', (from, by, expected) => {
  expect(movedRow(['a', 'b', 'c'], from, by)).toEqual(expected)
})

test('rows are found by keys that no other row has', () => {
  const [a, b] = [newRowKey(), newRowKey()].map((key) => ({ key, name: 'x' }))
  expect(a!.key).not.toBe(b!.key)
  expect(changedRow([a!, b!], b!.key, { name: 'y' })).toEqual([a, { ...b, name: 'y' }])
  expect(withoutRow([a!, b!], a!.key)).toEqual([b])
})
