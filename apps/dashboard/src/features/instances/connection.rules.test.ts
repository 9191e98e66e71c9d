import { expect, test } from 'vitest'
import { connectionUse } from './connection.rules.ts'

test.each([
  [0, 100, 0, 'brand'],
  [74, 100, 74, 'brand'],
  [75, 100, 75, 'warning'],
  [90, 100, 90, 'critical'],
  [103, 100, 100, 'critical'],
])('%i of %i connections is %i percent, shown as %s', (used, max, percent, tone) => {
  expect(connectionUse({ used, max })).toEqual({ percent, tone })
})
