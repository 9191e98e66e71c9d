import { expect, test } from 'vitest'
import { BucketRules } from './buckets.schema.ts'

test.each([
  ['20mb', 20_000_000],
  ['20MB', 20_000_000],
  ['1.5GB', 1_500_000_000],
  ['10 KB', 10_000],
  ['7b', 7],
  ['99', 99],
  [99, 99],
])('the limit %j is %i bytes', (limit, bytes) => {
  expect(BucketRules.parse({ file_size_limit: limit })).toEqual({ file_size_limit: bytes })
})

test.each(['many', '5tb', '-1', ''])('the limit %j is refused', (limit) => {
  expect(BucketRules.safeParse({ file_size_limit: limit }).success).toBe(false)
})
