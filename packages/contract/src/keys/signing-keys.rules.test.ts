import { expect, test } from 'vitest'
import { isDeletable, isTrusted, mayBecome, signingKeyStatuses } from './signing-keys.rules.ts'

test.each([
  ['standby', ['in_use'], true, true],
  ['in_use', [], true, false],
  ['previously_used', ['in_use', 'revoked'], true, false],
  ['revoked', ['previously_used'], false, true],
] as const)('a key that is %s may become %j', (status, next, trusted, deletable) => {
  expect(signingKeyStatuses.filter((other) => mayBecome(status, other))).toEqual(next)
  expect(isTrusted(status)).toBe(trusted)
  expect(isDeletable(status)).toBe(deletable)
})
