import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signToken, verifyToken } from './jwt.ts'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signedAs = (header: object, claims: unknown) => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${createHmac('sha256', 's').update(text).digest('base64url')}`
}

test('a signed token tells its claims', () => {
  const token = signToken('s', { role: 'anon', exp: seconds + 1 })
  expect(verifyToken('s', token, now)).toEqual({ role: 'anon', exp: seconds + 1 })
})

test.each([
  ['of another secret', signToken('other', { role: 'anon' }), 'signature verification failed'],
  ['that has expired', signToken('s', { exp: seconds }), 'jwt expired'],
  ['that is not yet valid', signToken('s', { nbf: seconds + 1 }), 'jwt not active'],
  ['with an expiry that is no number', signToken('s', { exp: 'soon' as never }), 'jwt expired'],
  ['without an algorithm', signedAs({ alg: 'none' }, {}), 'Invalid Compact JWS'],
  ['of another algorithm', signedAs({ alg: 'HS512' }, {}), 'Invalid Compact JWS'],
  ['whose claims are no object', signedAs({ alg: 'HS256' }, ['a']), 'Invalid Compact JWS'],
  ['of two parts', 'a.b', 'Invalid Compact JWS'],
  ['that is no token', 'nonsense', 'Invalid Compact JWS'],
  ['that is huge', `${'a'.repeat(9000)}.b.c`, 'Invalid Compact JWS'],
])('a token %s is refused', (_which, token, message) => {
  expect(() => verifyToken('s', token, now)).toThrow(message)
})

test('a token whose claims were changed is refused', () => {
  const [header, , signature] = signToken('s', { role: 'anon' }).split('.')
  const forged = `${header}.${part({ role: 'service_role' })}.${signature}`
  expect(() => verifyToken('s', forged, now)).toThrow('signature verification failed')
})
