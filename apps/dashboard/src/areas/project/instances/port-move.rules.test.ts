import { expect, test } from 'vitest'
import { isPortMoveRecent } from './port-move.rules.ts'

test.each([
  ['2026-03-01T12:00:00.000Z', true],
  ['2026-01-31T12:00:00.001Z', true],
  ['2026-01-30T12:00:00.000Z', false],
  ['2025-03-01T12:00:00.000Z', false],
])('on 1 March at noon a move of %s is recent: %s', (movedAt, isRecent) => {
  expect(isPortMoveRecent(movedAt, new Date('2026-03-01T12:00:00.000Z'))).toBe(isRecent)
})
