import { expect, test } from 'vitest'
import { HOOK_SECRET, hookTarget } from './auth-hooks.rules.ts'

test.each([
  ['pg-functions://postgres/public/hook', { kind: 'function', schema: 'public', name: 'hook' }],
  ['pg-functions://postgres/public', undefined],
  ['https://hooks.example.com/a?b=c', { kind: 'http', url: 'https://hooks.example.com/a?b=c' }],
  ['https://user:pw@hooks.example.com', undefined],
  ['ftp://hooks.example.com', undefined],
  ['', undefined],
])('%s names %j', (uri, expected) => {
  expect(hookTarget(uri)).toEqual(expected)
})

test.each([
  [`whsec_${'A'.repeat(43)}=`, true],
  [`v1,whsec_${'A'.repeat(32)}`, true],
  ['whsec_short', false],
  ['A'.repeat(44), false],
])('%s is a secret: %s', (secret, expected) => {
  expect(HOOK_SECRET.test(secret)).toBe(expected)
})
