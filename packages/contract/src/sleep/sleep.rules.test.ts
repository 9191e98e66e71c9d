import { expect, test } from 'vitest'
import {
  BRANCH_IDLE_MINUTES,
  IDLE_MINUTES_MAX,
  IDLE_MINUTES_MIN,
  idleMinutesOf,
  idleMinutesOffered,
  idleWords,
} from './sleep.rules.ts'

test.each([
  ['production of which nobody has said anything', { isBranch: false, chosen: undefined }, null],
  ['production that was told to', { isBranch: false, chosen: 30 }, 30],
  ['a branch of which nobody has said anything', { isBranch: true, chosen: undefined }, BRANCH_IDLE_MINUTES],
  ['a branch that was told never to', { isBranch: true, chosen: null }, null],
  ['a branch that was told when', { isBranch: true, chosen: 240 }, 240],
])('%s sleeps when it should', (_who, project, minutes) => {
  expect(idleMinutesOf(project)).toBe(minutes)
})

test('what is offered is allowed', () => {
  for (const minutes of idleMinutesOffered) {
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
  expect(idleWords(minutes)).toBe(words)
})
