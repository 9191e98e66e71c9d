import { expect, test } from 'vitest'
import {
  BRANCH_IDLE_MINUTES,
  IDLE_MINUTES_MAX,
  IDLE_MINUTES_MIN,
  idleLabel,
  idleMinuteOptions,
  idleMinutesOf,
} from './sleep.rules.ts'

test.each([
  ['production by default', { isBranch: false, chosen: undefined }, null],
  ['production with a setting', { isBranch: false, chosen: 30 }, 30],
  ['a branch by default', { isBranch: true, chosen: undefined }, BRANCH_IDLE_MINUTES],
  ['a branch set to never', { isBranch: true, chosen: null }, null],
  ['a branch with a setting', { isBranch: true, chosen: 240 }, 240],
])('%s falls asleep after its idle minutes', (_project, project, minutes) => {
  expect(idleMinutesOf(project)).toBe(minutes)
})

test('every offered value is allowed', () => {
  for (const minutes of idleMinuteOptions) {
    expect(minutes).toBeGreaterThanOrEqual(IDLE_MINUTES_MIN)
    expect(minutes).toBeLessThanOrEqual(IDLE_MINUTES_MAX)
  }
})

test.each([
  [1, '1 minute'],
  [15, '15 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [720, '12 hours'],
])('%i minutes are %s', (minutes, words) => {
  expect(idleLabel(minutes)).toBe(words)
})
