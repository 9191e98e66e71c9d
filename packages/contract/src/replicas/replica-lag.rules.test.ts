import { expect, test } from 'vitest'
import { LAG_HISTORY_SECONDS, lagSeconds, recentOf } from './replica-lag.rules.ts'

const positions = [
  { at: 1_000, written: 100 },
  { at: 11_000, written: 200 },
  { at: 21_000, written: 300 },
]

test.each([
  ['has replayed everything', { written: 300, replayed: 300, reported: 4 }, 0],
  ['is further than was read', { written: 300, replayed: 320, reported: 4 }, 0],
  ['stopped after the first reading', { written: 300, replayed: 100, reported: 0.01 }, 20],
  ['stopped between two readings', { written: 300, replayed: 250, reported: 0.01 }, 10],
  ['misses what no reading shows', { written: 400, replayed: 300, reported: 0.5 }, 0.5],
  ['reports more', { written: 300, replayed: 250, reported: 12 }, 12],
])('the lag of a replica that %s', (_what, replica, seconds) => {
  expect(lagSeconds(replica, positions, 31_000)).toBe(seconds)
})

test('readings of the last hour are kept', () => {
  const now = 10 * LAG_HISTORY_SECONDS * 1000
  const [old, young] = [{ at: now - LAG_HISTORY_SECONDS * 1000 - 1 }, { at: now - 1 }]
  expect(recentOf([old, young], now)).toEqual([young])
})
