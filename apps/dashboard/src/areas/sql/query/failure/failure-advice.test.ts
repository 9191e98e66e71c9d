import { expect, test } from 'vitest'
import { failureAdvice, isReplicaFailure } from './failure-advice.ts'

const sql = (sqlstate: string) => ({ sqlstate, formattedError: '' })

test.each([
  ['canceling statement due to statement timeout', sql('57014'), undefined, /statement timeout/],
  ['canceling statement due to user request', sql('57014'), undefined, undefined],
  ['cannot execute INSERT in a read-only transaction', sql('25006'), undefined, /read-only/],
  ['The value is too large', undefined, undefined, /directly/],
  ['syntax error at or near "limit"', sql('42601'), 100, /No limit/],
  ['syntax error at or near "limit"', sql('42601'), -1, undefined],
  ['relation "a" does not exist', sql('42P01'), 100, undefined],
])('the advice for %j is %s', (message, failure, limit, advice) => {
  const given = failureAdvice({ message, ...(failure && { sql: failure }) }, limit)
  if (advice) expect(given).toMatch(advice)
  else expect(given).toBeUndefined()
})

test('on a replica the advice is to use the primary', () => {
  const failure = { message: 'cannot execute INSERT in a read-only transaction', sql: sql('25006') }
  expect(failureAdvice(failure, undefined, true)).toMatch(/Switch to the primary database/)
})

test.each([
  ['rejects a write', { message: 'read-only', sql: sql('25006') }, true],
  ['does not exist', { message: 'Database shop-r-1 does not exist' }, true],
  ['rejects the SQL like any database', { message: 'syntax error', sql: sql('42601') }, false],
])('whether a failure is specific to a replica that %s', (_case, failure, expected) => {
  expect(isReplicaFailure(failure)).toBe(expected)
})
