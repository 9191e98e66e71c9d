import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { expect, test } from 'vitest'
import { fieldsOf, statementEnd } from './canned-stream.fixture.ts'
import { ResultCollector } from './result-collector.ts'
import {
  areaWords,
  defaultResult,
  filteredWords,
  interruptionOf,
  isCutOff,
  outcomeSummary,
  queryDuration,
} from './result-words.ts'

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
])('%d milliseconds read as %s', (milliseconds, words) => {
  expect(queryDuration(milliseconds)).toBe(words)
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
])('a result sums itself up as %j', (words, events) => {
  expect(outcomeSummary(outcomesOf(...events)[0]!, undefined)).toEqual(words)
})

test('a result that was broken off says so', () => {
  const interruption = interruptionOf({ state: 'cancelled', durationMs: 3210 })
  expect(outcomeSummary(outcomesOf(fieldsOf('a'), oneRow)[0]!, interruption)).toEqual([
    '1 row',
    'Cancelled after 3.21 s',
  ])
  expect(interruptionOf({ state: 'failed', durationMs: 3210 })).toBe('Not finished')
  expect(interruptionOf({ state: 'cancelling', durationMs: undefined })).toBeUndefined()
})

test('the result looked at first is the last one with rows', () => {
  const create = statementEnd('CREATE TABLE')
  const select = [fieldsOf('a'), oneRow, statementEnd('SELECT', 1)]
  expect(defaultResult(outcomesOf(create, ...select, create))).toBe(1)
  expect(defaultResult(outcomesOf(create, create))).toBe(1)
  expect(defaultResult([])).toBe(-1)
})

test.each([
  [{ top: 0, bottom: 1, left: 0, right: 2 }, '6 cells marked (2 rows × 3 columns)'],
  [{ top: 3, bottom: 3, left: 1, right: 2 }, '2 cells marked (1 row × 2 columns)'],
  [{ top: 0, bottom: 1999, left: 1, right: 1 }, '2,000 cells marked (2,000 rows × 1 column)'],
])('%j is called %s', (area, words) => {
  expect(areaWords(area)).toBe(words)
})

test('a filter says what it leaves, and that it did not look at what was not loaded', () => {
  expect(filteredWords(12, 100, false)).toBe('12 of 100 rows')
  expect(filteredWords(1, 1, false)).toBe('1 row')
  expect(filteredWords(0, 100, true)).toBe(
    '0 of 100 rows. More rows were not loaded, and are not searched or sorted.',
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
