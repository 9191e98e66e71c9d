import { expect, test } from 'vitest'
import { failureAdvice } from './failure-advice.ts'

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
