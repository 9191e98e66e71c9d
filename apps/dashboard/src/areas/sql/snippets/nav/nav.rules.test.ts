import { expect, test } from 'vitest'
import { rangeOf, resultCountLabel } from './nav.rules.ts'

const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

test.each([
  ['downwards', 'b', 'd', ['b', 'c', 'd']],
  ['upwards', 'c', 'a', ['a', 'b', 'c']],
  ['to itself', 'b', 'b', ['b']],
  ['from another folder', 'x', 'c', ['c']],
  ['from nothing', undefined, 'c', ['c']],
  ['to a missing query', 'a', 'x', []],
])('a range goes %s', (_case, from, to, expected) => {
  expect(rangeOf(list, from, to)).toEqual(expected)
})

test.each([
  [{ private: 1, shared: 0 }, '1 result found'],
  [{ private: 1200, shared: 34 }, '1,234 results found'],
])('the result count of %o is %s', (counts, label) => {
  expect(resultCountLabel(counts)).toBe(label)
})
