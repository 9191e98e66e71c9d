import { expect, test } from 'vitest'
import { connectionUse, diskUse } from './connection.rules.ts'

test.each([
  [0, 100, 0, 'brand'],
  [74, 100, 74, 'brand'],
  [75, 100, 75, 'warning'],
  [90, 100, 90, 'critical'],
  [103, 100, 100, 'critical'],
])('%i of %i connections is %i percent, coloured %s', (used, max, percent, tone) => {
  expect(connectionUse({ used, max })).toEqual({ percent, tone })
})

test.each([
  [79, 'brand'],
  [80, 'warning'],
  [95, 'critical'],
])('a disk that is %i percent full is coloured %s', (used, tone) => {
  expect(diskUse({ used, total: 100 })).toEqual({ percent: used, tone })
})
