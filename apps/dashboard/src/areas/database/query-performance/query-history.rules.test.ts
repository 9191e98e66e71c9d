import type { QueryHistory } from '@basalt/contract/query-performance/query-performance.schema.ts'
import { expect, test } from 'vitest'
import { historyDrawings, historyRows, waitText } from './query-history.rules.ts'

const START = Date.parse('2026-11-26T10:00:00Z')
const history: QueryHistory = {
  from: '2026-11-26T10:00:00.000Z',
  to: '2026-11-26T10:03:00.000Z',
  step_ms: 60_000,
  calls: [2, 0, 5],
  mean_ms: [4, null, 6],
  max_ms: [5, null, 20],
  p50_ms: 6,
  p95_ms: 6,
  plans: [],
  sessions: [],
  applications: [],
  blockers: [],
}

test('a history is drawn as times and calls from its start on', () => {
  const { times, calls } = historyDrawings(history)
  expect(times.starts).toEqual([START, START + 60_000, START + 120_000])
  expect(times.lines.map(({ values }) => values)).toEqual([
    [4, null, 6],
    [5, null, 20],
  ])
  expect(calls.lines[0]!.values).toEqual([2, 0, 5])
})

test('its table has the steps with calls, newest first', () => {
  expect(historyRows(history)).toEqual([
    { start: START + 120_000, calls: 5, mean: 6, max: 20 },
    { start: START, calls: 2, mean: 4, max: 5 },
  ])
})

test.each([
  [null, null, 'Running'],
  ['Lock', 'relation', 'Waiting for Lock: relation'],
  ['IO', null, 'Waiting for IO: unknown'],
])('the wait %s %s is said as %s', (wait_type, wait_event, text) => {
  expect(waitText({ wait_type, wait_event, samples: 1, longest_ms: 1 })).toBe(text)
})
