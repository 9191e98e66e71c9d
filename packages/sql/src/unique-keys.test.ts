import { expect, test } from 'vitest'
import { uniqueKeys } from './unique-keys.ts'

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', 'a'],
    ['a', 'a_1', 'a_2'],
  ],
  [
    ['a', 'a', 'a_1'],
    ['a', 'a_2', 'a_1'],
  ],
  [
    ['a_1', 'a', 'a', 'a_1'],
    ['a_1', 'a', 'a_2', 'a_1_1'],
  ],
  [
    ['?column?', '?column?'],
    ['?column?', '?column?_1'],
  ],
  [[], []],
])('columns called %j become the keys %j', (names, keys) => {
  expect(uniqueKeys(names)).toEqual(keys)
})
