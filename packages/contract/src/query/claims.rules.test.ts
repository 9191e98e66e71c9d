import { expect, test } from 'vitest'
import { CLAIMS_SECONDS, claimsOf } from './claims.rules.ts'
import { ChosenUser } from './claims.schema.ts'

test('the claims of a chosen user are valid for an hour and include the additional ones', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const user = { sub: 'ann', aal: 'aal2', more: '{"email":"ann@example.com","org":7}' } as const
  expect(claimsOf(user, now)).toMatchObject({
    sub: 'ann',
    aal: 'aal2',
    role: 'authenticated',
    aud: 'authenticated',
    iat: 1_767_225_600,
    exp: 1_767_229_200,
    email: 'ann@example.com',
    org: 7,
  })
})

test.each([
  ['', true],
  [' \n', true],
  ['{}', true],
  ['{"a":1}', true],
  ['[]', false],
  ['null', false],
  ['1', false],
  ['{a}', false],
])('additional claims of %j are accepted: %s', (more, isAccepted) => {
  expect(ChosenUser.safeParse({ sub: 'ann', aal: 'aal1', more }).success).toBe(isAccepted)
})

test.each(['', '  ', 'x'.repeat(256)])('a user id of %j is refused', (sub) => {
  expect(ChosenUser.safeParse({ sub, aal: 'aal1', more: '' }).success).toBe(false)
})

test('a user of the project keeps the claims of the token, with fresh times', () => {
  const claims = { sub: 'ann', role: 'editor', plan: 'pro', iat: 1, exp: 2 }
  const now = new Date(5_000)
  expect(claimsOf({ sub: 'ann', aal: 'aal1', more: '{"plan":"free"}', claims }, now)).toEqual({
    sub: 'ann',
    role: 'editor',
    plan: 'free',
    iat: 5,
    exp: 5 + CLAIMS_SECONDS,
  })
})
