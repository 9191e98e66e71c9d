import { expect, test } from 'vitest'
import { isQuiet, type Look, lookedAgain, mayFallAsleep } from './idle.rules.ts'

const before: Look = { isInUse: false, lastChange: 100.5, sessions: 7 }

test.each<[string, Partial<Look>, boolean]>([
  ['nothing has changed', {}, true],
  ['somebody is there', { isInUse: true }, false],
  ['somebody came and went', { sessions: 8 }, false],
  ['its counts were put back to zero', { sessions: 0 }, false],
  ['a session that stayed was used', { lastChange: 101 }, false],
  ['the session that was used last has ended', { lastChange: 99 }, true],
  ['all sessions have ended', { lastChange: null }, true],
])('a database of which %s: quiet is %3$s', (_what, difference, quiet) => {
  expect(isQuiet(before, { ...before, ...difference })).toBe(quiet)
})

test('the first look knows of nothing before it', () => {
  expect(lookedAgain(undefined, before, 1_000).quietSince).toBe(1_000)
})

test('time counts from the last use on, and not from the last look', () => {
  const quiet = lookedAgain({ look: before, quietSince: 1_000 }, before, 61_000)
  expect(mayFallAsleep(quiet, 2, 120_999)).toBe(false)
  expect(mayFallAsleep(quiet, 2, 121_000)).toBe(true)
  const used = lookedAgain(quiet, { ...before, sessions: 8 }, 121_000)
  expect(mayFallAsleep(used, 2, 240_999)).toBe(false)
})
