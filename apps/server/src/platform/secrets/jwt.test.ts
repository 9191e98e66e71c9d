import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedPart, signToken, verifyToken } from './jwt.ts'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const trusted = { secret: 's', publicKeys: new Map([['k1', publicKey]]) }
const key = { kid: 'k1', privateKey }

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (secret: string | Buffer, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url')
const signedAs = (header: object, claims: unknown, secret: string | Buffer = 's') => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${hmac(secret, text)}`
}
const ellipticAs = (header: object, claims: unknown, encoding: 'ieee-p1363' | 'der' = 'ieee-p1363') => {
  const text = `${part(header)}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: encoding })
  return `${text}.${signature.toString('base64url')}`
}
/** What anyone has who knows only the public half, in each form that a library might take for a secret. */
const publicHalves = [
  publicKey.export({ type: 'spki', format: 'pem' }) as string,
  publicKey.export({ type: 'spki', format: 'der' }),
  JSON.stringify(publicKey.export({ format: 'jwk' })),
]

test.each([
  ['a secret', 's'],
  ['a key', key],
])('a token signed with %s verifies and returns its claims', (_which, signer) => {
  const token = signToken(signer, { role: 'anon', exp: seconds + 1 })
  expect(verifyToken(trusted, token, now)).toEqual({ role: 'anon', exp: seconds + 1 })
})

test.each([
  ['of another secret', signToken('other', { role: 'anon' }), 'signature verification failed'],
  [
    'of another key under the same id',
    signToken({ kid: 'k1', privateKey: other.privateKey }, { role: 'anon' }),
    'signature verification failed',
  ],
  ['of an unknown key', signToken({ kid: 'k2', privateKey }, { role: 'anon' }), 'unknown or revoked'],
  ['of a key without an id', ellipticAs({ alg: 'ES256' }, {}), 'unknown or revoked'],
  [
    'whose key is named like a property',
    ellipticAs({ alg: 'ES256', kid: '__proto__' }, {}),
    'unknown or revoked',
  ],
  ['whose signature is in another encoding', ellipticAs({ alg: 'ES256', kid: 'k1' }, {}, 'der'), 'failed'],
  ['that has expired', signToken('s', { exp: seconds }), 'jwt expired'],
  ['that has expired, of a key', signToken(key, { exp: seconds }), 'jwt expired'],
  ['that is not yet valid', signToken('s', { nbf: seconds + 1 }), 'jwt not active'],
  ['with an expiry that is not a number', signToken('s', { exp: 'soon' as never }), 'jwt expired'],
  ['without an algorithm', signedAs({ alg: 'none' }, {}), 'Invalid Compact JWS'],
  [
    'without algorithm and signature',
    `${part({ alg: 'none' })}.${part({ role: 'a' })}.`,
    'Invalid Compact JWS',
  ],
  ['of another algorithm', signedAs({ alg: 'HS512' }, {}), 'Invalid Compact JWS'],
  ['of an algorithm in other letters', signedAs({ alg: 'hs256' }, {}), 'Invalid Compact JWS'],
  ['of a list of algorithms', signedAs({ alg: ['HS256'] }, {}), 'Invalid Compact JWS'],
  ['that brings its own key', signedAs({ alg: 'ES256', jwk: part({}) }, {}), 'unknown or revoked'],
  [
    'with critical extensions',
    signedAs({ alg: 'HS256', crit: ['b64'], b64: false }, {}),
    'Invalid Compact JWS',
  ],
  ['whose claims are not an object', signedAs({ alg: 'HS256' }, ['a']), 'Invalid Compact JWS'],
  ['whose signature is encoded differently', `${signToken('s', {})}=`, 'Invalid Compact JWS'],
  ['of two parts', 'a.b', 'Invalid Compact JWS'],
  ['that is not a token', 'nonsense', 'Invalid Compact JWS'],
  ['that is huge', `${'a'.repeat(9000)}.b.c`, 'Invalid Compact JWS'],
])('a token %s is refused', (_which, token, message) => {
  expect(() => verifyToken(trusted, token, now)).toThrow(message)
})

test.each(publicHalves)('the public half of a key does not work as a secret (%#)', (half) => {
  for (const header of [{ alg: 'HS256' }, { alg: 'HS256', kid: 'k1' }, { alg: 'ES256', kid: 'k1' }])
    expect(() => verifyToken(trusted, signedAs(header, { role: 'service_role' }, half), now)).toThrow(
      'signature verification failed',
    )
})

test('an untrusted secret or key verifies nothing', () => {
  const { publicKeys } = trusted
  expect(() => verifyToken({ publicKeys }, signToken('s', {}), now)).toThrow('unknown or revoked')
  expect(() => verifyToken({ publicKeys }, signToken('undefined', {}), now)).toThrow('unknown or revoked')
  expect(() => verifyToken({ secret: 's' }, signToken(key, {}), now)).toThrow('unknown or revoked')
})

test.each([
  ['a secret', 's'],
  ['a key', key],
])('a token of %s whose claims were changed is refused', (_which, signer) => {
  const [header, , signature] = signToken(signer, { role: 'anon' }).split('.')
  const forged = `${header}.${part({ role: 'service_role' })}.${signature}`
  expect(() => verifyToken(trusted, forged, now)).toThrow('signature verification failed')
})

test('tokens that differ only in their signature have the same signed part', () => {
  expect(signedPart(signToken('a', { sub: 'x' }))).toBe(signedPart(signToken('b', { sub: 'x' })))
})
