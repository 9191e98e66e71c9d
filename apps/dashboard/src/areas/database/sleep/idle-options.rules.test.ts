import { expect, test } from 'vitest'
import { idleMinutesIn, idleOptions, idleValue } from './idle-options.rules.ts'

const labels = (idle_minutes: number | null, default_idle_minutes: number | null = null) =>
  idleOptions({ idle_minutes, default_idle_minutes }).map(({ label }) => label)

test('never comes first, and the default is labelled', () => {
  expect(labels(null)[0]).toBe('Never (default)')
  expect(labels(null, 15)).toContain('After 15 minutes without use (default)')
})

test('a custom idle time is offered too', () => {
  expect(labels(90).slice(3, 5)).toEqual(['After 4 hours without use', 'After 90 minutes without use'])
  expect(labels(60)).toHaveLength(labels(null).length)
})

test.each([null, 5, 1440])('%s minutes round-trip through the options', (minutes) => {
  expect(idleMinutesIn(idleValue(minutes))).toBe(minutes)
})
