import { expect, test } from 'vitest'
import { retryDelay, saveFailure } from './saving.rules.ts'

test.each([
  [0, 'waiting'],
  [408, 'waiting'],
  [429, 'waiting'],
  [500, 'waiting'],
  [503, 'waiting'],
  [507, 'waiting'],
  [401, 'signed-out'],
  [410, 'gone'],
  [400, 'rejected'],
  [403, 'rejected'],
  [404, 'rejected'],
  [413, 'rejected'],
] as const)('a save with response status %i is %s', (status, kind) => {
  expect(saveFailure({ status, message: 'Said' }).kind).toBe(kind)
})

test('retries back off, up to 15 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
})
