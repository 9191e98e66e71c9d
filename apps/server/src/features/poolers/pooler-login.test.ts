import { expect, test } from 'vitest'
import { dedicatedListener, readPoolerLogin } from './pooler-login.ts'

test.each([
  ['postgres.abcdefghijklmnopqrst', { role: 'postgres', ref: 'abcdefghijklmnopqrst' }],
  ['dotted.role.abc', { role: 'dotted.role', ref: 'abc' }],
  ['postgres', undefined],
  ['postgres.', undefined],
  ['.abc', undefined],
  ['', undefined],
])('where all projects share a port, %j', (user, parts) => {
  expect(readPoolerLogin({ user, listener: 'session' })).toEqual(parts && { ...parts, isDedicated: false })
})

test.each([
  ['postgres', 'postgres'],
  ['postgres.abc', 'postgres'],
  ['dotted.role', 'dotted.role'],
  ['.abc', undefined],
  ['', undefined],
])('on the port of project abc, %j is role %j', (user, role) => {
  const expected = role && { role, ref: 'abc', isDedicated: true }
  expect(readPoolerLogin({ user, listener: dedicatedListener('abc') })).toEqual(expected || undefined)
})
