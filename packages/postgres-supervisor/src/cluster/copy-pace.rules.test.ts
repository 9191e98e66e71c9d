import { expect, test } from 'vitest'
import { copyPace, IN_USE_MS } from './copy-pace.rules.ts'

test.each([
  { isAwaited: false, sinceWriteMs: undefined, pace: 'in-advance' },
  { isAwaited: false, sinceWriteMs: 0, pace: 'in-advance' },
  { isAwaited: false, sinceWriteMs: Number.POSITIVE_INFINITY, pace: 'in-advance' },
  { isAwaited: true, sinceWriteMs: undefined, pace: 'gentle' },
  { isAwaited: true, sinceWriteMs: 0, pace: 'gentle' },
  { isAwaited: true, sinceWriteMs: IN_USE_MS - 1, pace: 'gentle' },
  { isAwaited: true, sinceWriteMs: IN_USE_MS, pace: 'full' },
  { isAwaited: true, sinceWriteMs: Number.POSITIVE_INFINITY, pace: 'full' },
] as const)('$pace, awaited: $isAwaited, $sinceWriteMs ms after the last write', ({ pace, ...copy }) => {
  expect(copyPace(copy)).toBe(pace)
})
