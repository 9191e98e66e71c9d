import { expect, test } from 'vitest'
import { failureAdvice, isOfReplica } from './failure-advice.ts'

const sql = (sqlstate: string) => ({ sqlstate, formattedError: '' })

test.each([
  ['canceling statement due to statement timeout', sql('57014'), undefined, /took longer/],
  ['canceling statement due to user request', sql('57014'), undefined, undefined],
  ['cannot execute INSERT in a read-only transaction', sql('25006'), undefined, /read-only/],
  ['The value is too large', undefined, undefined, /directly/],
  ['syntax error at or near "limit"', sql('42601'), 100, /No limit/],
  ['syntax error at or near "limit"', sql('42601'), -1, undefined],
  ['relation "a" does not exist', sql('42P01'), 100, undefined],
])('of %j is said %s', (message, failure, limit, advice) => {
  const said = failureAdvice({ message, ...(failure && { sql: failure }) }, limit)
  if (advice) expect(said).toMatch(advice)
  else expect(said).toBeUndefined()
})

test('on a replica it is said where changes can be made', () => {
  const failure = { message: 'cannot execute INSERT in a read-only transaction', sql: sql('25006') }
  expect(failureAdvice(failure, undefined, true)).toMatch(/Switch to the primary database/)
})

test.each([
  ['takes no changes', { message: 'read-only', sql: sql('25006') }, true],
  ['is not there', { message: 'Database shop-r-1 does not exist' }, true],
  ['refuses the text like any other', { message: 'syntax error', sql: sql('42601') }, false],
])('a replica that %s', (_case, failure, expected) => {
  expect(isOfReplica(failure)).toBe(expected)
})
