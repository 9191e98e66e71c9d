import { expect, test } from 'vitest'
import { dedicatedListener, directListener, readPoolerLogin } from './pooler-login.ts'

test.each([
  ['postgres.abcdefghijklmnopqrst', { role: 'postgres', ref: 'abcdefghijklmnopqrst' }],
  ['dotted.role.abc', { role: 'dotted.role', ref: 'abc' }],
  ['postgres.abc-read', { role: 'postgres', ref: 'abc', isReading: true }],
  ['postgres', undefined],
  ['postgres.', undefined],
  ['.abc', undefined],
  ['', undefined],
])('on a port of all projects, %j', (user, parts) => {
  expect(readPoolerLogin({ user, listener: 'session' })).toEqual(parts && { ...parts, via: 'shared' })
})

test.each([
  ['postgres', 'postgres'],
  ['postgres.abc', 'postgres'],
  ['dotted.role', 'dotted.role'],
  ['.abc', undefined],
  ['', undefined],
])('on the port of project abc, %j is role %j', (user, role) => {
  const expected = role && { role, ref: 'abc', via: 'dedicated' }
  expect(readPoolerLogin({ user, listener: dedicatedListener('abc') })).toEqual(expected || undefined)
})

test.each([
  ['postgres', 'postgres'],
  ['dotted.role', 'dotted.role'],
  ['postgres.abc', 'postgres.abc'],
  ['', undefined],
])('in place of the database of project abc, %j is role %j', (user, role) => {
  const expected = role && { role, ref: 'abc', via: 'direct' }
  for (const address of ['127.0.0.1', '::1', '::'])
    expect(readPoolerLogin({ user, listener: directListener('abc', address) })).toEqual(expected)
})
