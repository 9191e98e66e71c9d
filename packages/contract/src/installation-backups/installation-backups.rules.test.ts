import { expect, test } from 'vitest'
import { isKeyCheckDue } from './installation-backups.rules.ts'

test.each([
  [null, true],
  ['2026-01-01T00:00:00.000Z', true],
  ['2026-01-01T00:00:01.000Z', false],
  ['2026-03-31T00:00:00.000Z', false],
])('a key file that was confirmed at %s has to be looked for: %s', (confirmedAt, isDue) => {
  expect(isKeyCheckDue(confirmedAt, new Date('2026-04-01T00:00:00.000Z'))).toBe(isDue)
})
