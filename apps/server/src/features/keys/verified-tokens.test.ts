import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { signToken } from '../../platform/secrets/jwt.ts'
import { aClock } from '../../test/a-clock.ts'
import { VERIFIED_TOKENS_MAX, verifiedTokens } from './verified-tokens.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicKeys = new Map([['k1', publicKey]])
const sign = (claims: object) => signToken({ kid: 'k1', privateKey }, { ...claims })

test('a cached token still expires', () => {
  const clock = aClock()
  const tokens = verifiedTokens({ publicKeys })
  const exp = clock.now().getTime() / 1000 + 60
  const token = sign({ role: 'anon', exp })
  for (let round = 0; round < 3; round++)
    expect(tokens.verify(token, clock.now()).claims).toEqual({ role: 'anon', exp })
  clock.advance({ minutes: 1 })
  expect(() => tokens.verify(token, clock.now())).toThrow('jwt expired')
})

test('the claims of a token are immutable', () => {
  const { claims } = verifiedTokens({ publicKeys }).verify(sign({ role: 'anon' }), new Date())
  expect(() => Object.assign(claims, { role: 'service_role' })).toThrow(TypeError)
  expect(claims).toEqual({ role: 'anon' })
})

test('an invalid token is not cached', () => {
  const tokens = verifiedTokens({ publicKeys })
  const token = sign({ role: 'anon' })
  for (const bad of [`${token}x`, token.slice(0, -4), 'nonsense', ''])
    expect(() => tokens.verify(bad, new Date())).toThrow()
  expect(tokens.count()).toBe(0)
})

test('a token in use stays cached, however many others come', () => {
  const publicHalf = new Map(publicKeys)
  const tokens = verifiedTokens({ publicKeys: publicHalf, secret: 's' })
  const used = sign({ role: 'anon' })
  const { claims } = tokens.verify(used, new Date())
  // Without its key, it could not be verified again.
  publicHalf.clear()
  for (let sub = 0; sub < 3 * VERIFIED_TOKENS_MAX; sub++) {
    tokens.verify(signToken('s', { sub: String(sub) }), new Date())
    expect(tokens.verify(used, new Date()).claims).toBe(claims)
  }
})

test('the cache is limited, and an evicted token is verified again', () => {
  const tokens = verifiedTokens({ secret: 's' })
  const token = (sub: number) => signToken('s', { sub: String(sub) })
  for (let sub = 0; sub < VERIFIED_TOKENS_MAX + 50; sub++) tokens.verify(token(sub), new Date())
  expect(tokens.count()).toBeLessThanOrEqual(VERIFIED_TOKENS_MAX)
  expect(tokens.count()).toBeGreaterThanOrEqual(VERIFIED_TOKENS_MAX / 2)
  expect(tokens.verify(token(0), new Date()).claims).toEqual({ sub: '0' })
})
