import { expect, test } from 'vitest'
import { enrolmentUri, newTotpSecret, stepOfCode } from './totp.ts'

/** The seed of RFC 6238, appendix B: "12345678901234567890". */
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
  [20000000000, '353130', 666666666],
])('at second %d the RFC 6238 test vector %s is the code of step %d', (second, code, step) => {
  expect(stepOfCode(seed, code, new Date(second * 1000))).toBe(step)
})

test.each([
  ['one step early', -30, 37037037],
  ['one step late', 30, 37037037],
  ['two steps early', -60, undefined],
  ['two steps late', 60, undefined],
])('a code that comes %s is matched to its own step or refused', (_when, seconds, step) => {
  expect(stepOfCode(seed, '050471', new Date((1111111110 + seconds) * 1000))).toBe(step)
})

test('a secret has 160 random bits, and its URI names the account', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(secret)
  const uri = new URL(enrolmentUri(secret, 'ada+db@example.com'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Basalt:ada+db@example.com')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Basalt', digits: '6' })
})
