import { afterEach, expect, test, vi } from 'vitest'
import { sampleOf } from './sample-of.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  [3, ['a', 'c', 'e']],
  [1, ['a']],
  [7, ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  [9, ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
])('%i of seven cases are %j', (count, sample) => {
  vi.stubEnv('BASALT_ALL_CASES', undefined)
  expect(sampleOf([...'abcdefg'], count)).toEqual(sample)
})

test('every case runs when all are asked for', () => {
  vi.stubEnv('BASALT_ALL_CASES', '1')
  expect(sampleOf([...'abc'], 1)).toEqual(['a', 'b', 'c'])
})
