import { expect, test } from 'vitest'
import { groupCode, isRecoveryCode, isTotpCode, normalizeCode } from './mfa.rules.ts'

test.each([
  ['123456', 'app'],
  [' 123 456 ', 'app'],
  ['abcd-efgh-jkmn-pq23', 'recovery'],
  ['ABCD EFGH JKMN PQ23', 'recovery'],
  ['12345', undefined],
  ['1234567', undefined],
  ['١٢٣٤٥٦', undefined],
  ['abcd-efgh-jkmn-pq2', undefined],
  ['abcd-efgh-jkmn-pq20', undefined],
  ['', undefined],
])('%j is a code of kind %s', (typed, kind) => {
  const code = normalizeCode(typed)
  expect(isTotpCode(code)).toBe(kind === 'app')
  expect(isRecoveryCode(code)).toBe(kind === 'recovery')
})

test('a recovery code is accepted in the groups it is displayed in', () => {
  expect(groupCode('abcdefghjkmnpq23')).toBe('abcd-efgh-jkmn-pq23')
  expect(normalizeCode(groupCode('abcdefghjkmnpq23'))).toBe('abcdefghjkmnpq23')
})
