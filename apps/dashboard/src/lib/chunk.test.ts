import { expect, test } from 'vitest'
import { chunk } from './chunk.ts'

test.each([
  [[], 2, []],
  [[1], 2, [[1]]],
  [[1, 2], 2, [[1, 2]]],
  [[1, 2, 3], 2, [[1, 2], [3]]],
])('%j in chunks of %i is %j', (items, size, parts) => {
  expect(chunk<number>(items, size).map((part) => part.items)).toEqual(parts)
  expect(chunk<number>(items, size).map(({ start }) => start)).toEqual(parts.map((_, index) => index * size))
})
