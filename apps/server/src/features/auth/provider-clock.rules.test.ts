import { expect, test } from 'vitest'
import { isIssuedInFuture } from './provider-clock.rules.ts'

test.each([
  [970, false],
  [1000, false],
  [1030, false],
  [1031, true],
  [undefined, false],
])('a token of the second %s is from the future of the second 1000: %s', (iat, expected) => {
  expect(isIssuedInFuture({ iat }, new Date(1_000_000))).toBe(expected)
})
