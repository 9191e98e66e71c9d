import { expect, test } from 'vitest'
import { ResultCollector } from '../results/result-collector.ts'
import type { QueryRunSnapshot } from './query-run.ts'
import { runOutcome } from './run-outcome.ts'

const limits = { rows: 3, characters: 60 }

const ended = (more: Partial<QueryRunSnapshot> = {}): QueryRunSnapshot => ({
  state: 'done',
  source: undefined,
  startedAt: 1,
  durationMs: 1,
  resultsOf: 1,
  outcomes: [],
  previous: undefined,
  failure: undefined,
  isRolledBack: false,
  waitsForWayBack: false,
  held: undefined,
  ...more,
})

function rows(count: number, text = 'x') {
  const collector = new ResultCollector('ref')
  const field = { name: 'a', type: 'text', type_id: 25, table_id: 0, column_id: 0 }
  collector.take({ type: 'fields', fields: [field] })
  collector.take({ type: 'rows', rows: Array.from({ length: count }, () => [text]) })
  return collector.close()
}

test('an outcome has as many of the first rows as fit', () => {
  const summarize = (count: number, text?: string) => {
    const { rows: json = '', rowCount } = runOutcome(ended({ outcomes: rows(count, text) }), limits)
    return [rowCount, JSON.parse(json).length]
  }
  expect(summarize(2)).toEqual([2, 2])
  expect(summarize(9)).toEqual([9, 3])
  expect(summarize(9, 'x'.repeat(30))).toEqual([9, 1])
  expect(summarize(9, 'x'.repeat(100))).toEqual([9, 0])
})

test('a failure has its SQLSTATE and is cut off', () => {
  const failure = { message: 'y'.repeat(100), sql: { sqlstate: '42P01', formattedError: '' } }
  expect(runOutcome(ended({ state: 'failed', failure }), limits)).toEqual({
    rowCount: null,
    error: { message: 'y'.repeat(60), sqlstate: '42P01' },
  })
})

test('a run that was cancelled says so', () => {
  expect(runOutcome(ended({ state: 'cancelled' }), limits).error?.message).toBe('The query was cancelled.')
})
