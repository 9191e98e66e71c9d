import { expect, test } from 'vitest'
import { isIdle, mayFallAsleep, type SessionSnapshot, watchedAfter } from './idle.rules.ts'

const before: SessionSnapshot = { isInUse: false, lastChange: 100.5, sessions: 7 }

test.each<[string, Partial<SessionSnapshot>, boolean]>([
  ['nothing has changed', {}, true],
  ['a client is connected', { isInUse: true }, false],
  ['a client came and went', { sessions: 8 }, false],
  ['its statistics were reset', { sessions: 0 }, false],
  ['a session that stayed was used', { lastChange: 101 }, false],
  ['the most recently used session has ended', { lastChange: 99 }, true],
  ['all sessions have ended', { lastChange: null }, true],
])('a database is idle when %s: %3$s', (_what, difference, idle) => {
  expect(isIdle(before, { ...before, ...difference })).toBe(idle)
})

test('the first snapshot starts the idle time', () => {
  expect(watchedAfter(undefined, before, 1_000).idleSince).toBe(1_000)
})

test('time counts from the last use, not from the last snapshot', () => {
  const idle = watchedAfter({ snapshot: before, idleSince: 1_000 }, before, 61_000)
  expect(mayFallAsleep(idle, 2, 120_999)).toBe(false)
  expect(mayFallAsleep(idle, 2, 121_000)).toBe(true)
  const used = watchedAfter(idle, { ...before, sessions: 8 }, 121_000)
  expect(mayFallAsleep(used, 2, 240_999)).toBe(false)
})
