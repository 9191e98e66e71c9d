import { expect, test } from 'vitest'
import { aPool } from './pool-activity.fixture.ts'
import { closingsOf, waitsOf } from './pool-activity.rules.ts'

test.each([
  [{}, 0, []],
  [{ idle: 3, lifetime: 2 }, 5, []],
  [{ idle: 3, lost: 1, abandoned: 2 }, 3, ['2 abandoned by clients', '1 lost']],
])('closings %j are %i routine ones and %j', (closed, usual, unusual) => {
  const pool = aPool()
  expect(
    closingsOf({ ...pool, totals: { ...pool.totals, closed: { ...pool.totals.closed, ...closed } } }),
  ).toEqual({
    usual,
    unusual,
  })
})

test.each([
  [0, 0, 0, 'none'],
  [2, 1_540, 0, '2, longest 1.5 s'],
  [0, 0, 3, 'none; 3 timed out'],
])('%i waiting for %i ms after %i timeouts is displayed as "%s"', (waiting, longest, timeouts, labels) => {
  const pool = aPool()
  expect(
    waitsOf({
      ...pool,
      longest_wait_ms: longest,
      clients: { ...pool.clients, waiting },
      totals: { ...pool.totals, timeouts },
    }),
  ).toBe(labels)
})
