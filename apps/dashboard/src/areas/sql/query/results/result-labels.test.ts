import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { expect, test } from 'vitest'
import { fieldsOf, statementEnd } from './canned-stream.fixture.ts'
import { ResultCollector } from './result-collector.ts'
import {
  areaLabel,
  defaultResult,
  filteredLabel,
  interruptionOf,
  isCutOff,
  outcomeSummary,
  queryDuration,
} from './result-labels.ts'

const outcomesOf = (...events: QueryEvent[]) => {
  const collector = new ResultCollector('shop')
  for (const event of events) collector.take(event)
  return collector.outcomes()
}
const oneRow: QueryEvent = { type: 'rows', rows: [['1']] }

test.each([
  [0.04, '0 ms'],
  [0.46, '0.5 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1250, '1.25 s'],
  [59_990, '59.99 s'],
  [59_999, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_780_000, '1 h 3 min'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(queryDuration(milliseconds)).toBe(text)
})

test.each<[string[], QueryEvent[]]>([
  [
    ['1 row', '12 ms'],
    [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)],
  ],
  [
    ['0 rows', '12 ms'],
    [fieldsOf('a'), statementEnd('SELECT', 0)],
  ],
  [
    ['Showing first 1 row', '12 ms'],
    [fieldsOf('a'), oneRow, statementEnd('SELECT', null, true)],
  ],
  [['1 row so far'], [fieldsOf('a'), oneRow]],
  [['INSERT', '1,200 rows affected', '12 ms'], [statementEnd('INSERT', 1200)]],
  [['UPDATE', '1 row affected', '12 ms'], [statementEnd('UPDATE', 1)]],
  [['CREATE TABLE', '12 ms'], [statementEnd('CREATE TABLE')]],
])('a result is summarized as %j', (summary, events) => {
  expect(outcomeSummary(outcomesOf(...events)[0]!, undefined)).toEqual(summary)
})

test('an interrupted result says so', () => {
  const interruption = interruptionOf({ state: 'cancelled', durationMs: 3210 })
  expect(outcomeSummary(outcomesOf(fieldsOf('a'), oneRow)[0]!, interruption)).toEqual([
    '1 row',
    'Cancelled after 3.21 s',
  ])
  expect(interruptionOf({ state: 'failed', durationMs: 3210 })).toBe('Not finished')
  expect(interruptionOf({ state: 'cancelling', durationMs: undefined })).toBeUndefined()
})

test('the default result is the last one with rows', () => {
  const create = statementEnd('CREATE TABLE')
  const select = [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)]
  expect(defaultResult(outcomesOf(create, ...select, create))).toBe(1)
  expect(defaultResult(outcomesOf(create, create))).toBe(1)
  expect(defaultResult([])).toBe(-1)
})

test.each([
  [{ top: 0, bottom: 1, left: 0, right: 2 }, '6 cells selected (2 rows × 3 columns)'],
  [{ top: 3, bottom: 3, left: 1, right: 2 }, '2 cells selected (1 row × 2 columns)'],
  [{ top: 0, bottom: 1999, left: 1, right: 1 }, '2,000 cells selected (2,000 rows × 1 column)'],
])('the label of %j is %s', (area, label) => {
  expect(areaLabel(area)).toBe(label)
})

test('a filter says how many rows match, and that rows that are not loaded are left out', () => {
  expect(filteredLabel(12, 100, false)).toBe('12 of 100 rows')
  expect(filteredLabel(1, 1, false)).toBe('1 row')
  expect(filteredLabel(0, 100, true)).toBe(
    '0 of 100 rows. Rows that are not loaded are neither searched nor sorted.',
  )
})

test.each<[boolean, number | undefined, QueryEvent[]]>([
  [false, undefined, [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)]],
  [false, 100, [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)]],
  [false, -1, [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)]],
  [true, 1, [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)]],
  [true, undefined, [fieldsOf('a'), oneRow, statementEnd('SELECT', null, true)]],
  [true, undefined, [fieldsOf('a'), oneRow]],
])('cut off: %s, with a limit of %s', (isCut, limit, events) => {
  expect(isCutOff(outcomesOf(...events)[0]!, limit)).toBe(isCut)
})
