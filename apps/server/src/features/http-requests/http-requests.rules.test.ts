import { expect, test } from 'vitest'
import { requestAllowance } from './http-requests.rules.ts'

test('a burst is allowed at once, and then as many as the minute has', () => {
  const allowance = requestAllowance(60, 5, 0)
  expect(allowance.available(0)).toBe(5)
  allowance.take(5)
  expect(allowance.available(999)).toBe(0)
  expect(allowance.available(2_000)).toBe(2)
  allowance.take(2)
  expect(allowance.available(60_000_000)).toBe(5)
})

test('a clock that is set back takes nothing away', () => {
  const allowance = requestAllowance(60, 5, 10_000)
  allowance.take(5)
  expect(allowance.available(0)).toBe(0)
  expect(allowance.available(1_000)).toBe(1)
})
