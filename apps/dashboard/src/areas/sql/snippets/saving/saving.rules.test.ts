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
  [400, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [413, 'refused'],
] as const)('a save that is answered %i is %s', (status, kind) => {
  expect(saveFailure({ status, message: 'Said' }).kind).toBe(kind)
})

test('each further try waits longer, up to a quarter of a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
})
