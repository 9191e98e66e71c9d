import { expect, test } from 'vitest'
import { lastSwitch } from './timeline-history.ts'

test.each([
  ['1\t0/3000060\tno recovery target specified\n', '0/3000060'],
  ['1\t0/3000060\tbefore 2026\n\n2\t1A/5F000028\tno recovery target specified\n', '1A/5F000028'],
  ['', undefined],
])('the history %j ends at %s', (history, position) => {
  expect(lastSwitch(history)).toBe(position)
})
