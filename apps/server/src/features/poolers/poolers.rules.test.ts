import { expect, test } from 'vitest'
import { readPoolerUser } from './poolers.rules.ts'

test.each([
  ['postgres.abcdefghijklmnopqrst', { role: 'postgres', ref: 'abcdefghijklmnopqrst' }],
  ['dotted.role.abc', { role: 'dotted.role', ref: 'abc' }],
  ['postgres', undefined],
  ['postgres.', undefined],
  ['.abc', undefined],
  ['', undefined],
])('%j', (user, parts) => {
  expect(readPoolerUser(user)).toEqual(parts)
})
