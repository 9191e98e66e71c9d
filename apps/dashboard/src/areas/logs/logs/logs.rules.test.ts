import type { LogHistogram } from '@basalt/contract/logs/logs.schema.ts'
import { expect, test } from 'vitest'
import { barIndex, barsOf, brushedTimes } from './histogram.rules.ts'
import { localTimeText, rangeOptions, timeOfLocalText, timesOf } from './log-range.port.ts'
import { eventOfKey } from './log-text.rules.ts'
import { logsSearch } from './logs-search.rules.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

test('the search params are those that can be understood', () => {
  expect(
    logsSearch.parse({
      q: 404,
      range: '24h',
      from: '2026-03-01',
      to: 'later',
      event: 'x',
      live: true,
      other: 1,
    }),
  ).toEqual({
    q: '404',
    range: '24h',
    from: '2026-03-01T00:00:00.000Z',
    to: undefined,
    event: 'x',
    live: true,
  })
})

test('a range ends now, unless its times are stated', () => {
  expect(timesOf({ range: '15m' }, NOW)).toEqual({
    from: '2026-03-01T11:45:00.000Z',
    to: '2026-03-01T12:00:01.000Z',
  })
  const own = { from: '2026-02-01T00:00:00.000Z', to: '2026-02-02T00:00:00.000Z' }
  expect(timesOf({ range: '15m', ...own }, NOW)).toEqual(own)
})

test('ranges longer than the plan keeps are disabled with the reason', () => {
  const disabled = (plan: 'free' | 'pro' | undefined) =>
    rangeOptions(plan).flatMap(({ value, ...option }) => ('disabled' in option ? [value] : []))
  expect(disabled('free')).toEqual(['7d', '28d', '90d'])
  expect(disabled('pro')).toEqual(['28d', '90d'])
  expect(disabled(undefined)).toEqual([])
  expect(rangeOptions('free')[4]).toMatchObject({ description: 'The free plan keeps logs for a day' })
})

test('a local time is read back as the same time', () => {
  expect(timeOfLocalText(localTimeText('2026-03-01T12:00:07.000Z'))).toBe('2026-03-01T12:00:07.000Z')
  expect(timeOfLocalText('')).toBeUndefined()
})

test('bars stand for all of the time, and what is brushed for theirs', () => {
  const histogram: LogHistogram = {
    from: '2026-03-01T12:00:10.000Z',
    to: '2026-03-01T12:02:00.000Z',
    bucket_ms: 30_000,
    buckets: [{ start: '2026-03-01T12:01:00.000Z', info: 1, warning: 2, error: 3 }],
    total: 6,
    left_out: 0,
  }
  const { bars, highest } = barsOf(histogram)
  expect(bars.map(({ error }) => error)).toEqual([0, 0, 3, 0])
  expect(highest).toBe(6)
  expect([-1, 0, 0.3, 0.99, 2].map((part) => barIndex(part, bars.length))).toEqual([0, 0, 1, 3, 3])
  expect(brushedTimes(bars, 2, 1, 30_000)).toEqual({
    from: '2026-03-01T12:00:30.000Z',
    to: '2026-03-01T12:01:30.000Z',
  })
})

test('the address of an open event names its source and id', () => {
  expect(eventOfKey('edge_logs.12')).toEqual({ source: 'edge_logs', id: '12' })
  expect(eventOfKey('nothing')).toBeUndefined()
})
