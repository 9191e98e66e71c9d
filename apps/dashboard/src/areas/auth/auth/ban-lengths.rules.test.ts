import { AuthUserChange } from '@basalt/contract/auth/auth.schema.ts'
import { expect, test } from 'vitest'
import { banHoursOf, banLengths } from './ban-lengths.rules.ts'

test.each(banLengths)('the server takes a ban of $label', ({ hours }) => {
  expect(AuthUserChange.safeParse({ ban_hours: hours }).success).toBe(true)
})

test.each([
  ['36', 36],
  [' 36 ', 36],
  ['876000', 876_000],
  ['876001', undefined],
  ['0', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['a day', undefined],
])('%j entered as hours is %j', (text, hours) => {
  expect(banHoursOf(text)).toBe(hours)
})
