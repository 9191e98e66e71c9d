import { expect, test } from 'vitest'
import { severityTone } from './log-severity.rules.ts'

test.each([
  ['FATAL', 'critical'],
  ['ERROR', 'critical'],
  ['WARNING', 'warning'],
  ['notice', 'brand'],
  ['LOG', 'neutral'],
  ['DEBUG5', 'neutral'],
])('%s is %s', (severity, tone) => {
  expect(severityTone(severity)).toBe(tone)
})
