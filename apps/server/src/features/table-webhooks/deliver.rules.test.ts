import { expect, test } from 'vitest'
import { nextAttemptOf } from './deliver.rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
test.each([
  [1, '2026-03-02T12:00:00Z', '2026-03-02T12:00:10.000Z'],
  [6, '2026-03-02T12:00:00Z', undefined],
  [1, '2026-03-01T12:00:00Z', '2026-03-02T12:00:10.000Z'],
  [1, '2026-03-01T11:59:59Z', undefined],
])('after %i attempts an event of %s is next sent at %s', (attempts, createdAt, next) => {
  expect(nextAttemptOf(attempts, new Date(createdAt), now)?.toISOString()).toBe(next)
})
