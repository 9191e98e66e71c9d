import { expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

test.each([
  [[], 2, []],
  [[1], 2, [[1]]],
  [[1, 2], 2, [[1, 2]]],
  [[1, 2, 3], 2, [[1, 2], [3]]],
])('%j in parts of %i is %j', (items, size, parts) => {
  expect(partsOf<number>(items, size).map((part) => part.items)).toEqual(parts)
  expect(partsOf<number>(items, size).map(({ start }) => start)).toEqual(
    parts.map((_, index) => index * size),
  )
})
