import { expect, test } from 'vitest'
import { RequestClaims } from './query.schema.ts'

const nested = (levels: number): unknown => JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`)

test.each([
  [{ sub: 'ann', roles: ['editor'] }, true],
  [{ note: 'x'.repeat(9_000) }, false],
  [nested(100), true],
  [nested(100_000), false],
])('claims are accepted up to a length, however deeply nested (%#)', (claims, isAccepted) => {
  expect(RequestClaims.safeParse(claims).success).toBe(isAccepted)
})
