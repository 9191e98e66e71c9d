import { expect, test } from 'vitest'
import {
  isRestorable,
  localField,
  minuteAfter,
  momentOf,
  peakText,
  timelineBars,
  timelineMarks,
  timelineParts,
  timelinePosition,
  writtenIn,
} from './restorable-timeline.rules.ts'

const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const range = (from: number, to: number) => ({ earliest: at(from), latest: at(to) })

test('ranges lie on one line, with gaps between them', () => {
  expect(timelineParts([range(0, 10)])).toEqual([{ start: 0, width: 100 }])
  expect(timelineParts([range(0, 5), range(6, 10)])).toEqual([
    { start: 0, width: 50 },
    { start: 60, width: 40 },
  ])
  // A range of one moment can be seen too.
  expect(timelineParts([range(3, 3)])).toEqual([{ start: 0, width: 0.5 }])
})

const MB = 2 ** 20

test('what was written is a bar for each place, as high as its busiest minute', () => {
  const written = [
    { at: at(5), bytesPerMinute: MB },
    { at: '2026-01-01T05:01:00.000Z', bytesPerMinute: 2 * MB },
    { at: at(8), bytesPerMinute: 8 * MB },
    { at: at(12), bytesPerMinute: 99 * MB },
  ]
  const bars = timelineBars([range(0, 4), range(6, 10)], written)
  expect(bars.map(({ start }) => start)).toEqual([50, 80])
  expect(bars[1]!.height).toBeGreaterThan(3 * bars[0]!.height - 24)
  expect(timelineBars([range(0, 10)], [])).toEqual([])
  expect(peakText(written, 60_000)).toBe('at most 99 MB a minute')
  expect(peakText(written, 600_000)).toBe('at most 99 MB a minute on average over 10 minutes')
  expect(peakText([], 60_000)).toBeUndefined()
})

test('the little that an idle server writes makes no high bars', () => {
  const [bar] = timelineBars([range(0, 10)], [{ at: at(5), bytesPerMinute: 600 }])
  expect(bar!.height).toBeLessThan(15)
})

test('steps of the measurements without writes are left out', () => {
  const series = [{ metric: 'wal_bytes' as const, values: [null, 0, 1000, 2000] }]
  expect(writtenIn({ from: at(0), to: at(1), step_ms: 60_000, series })).toEqual([
    { at: '2026-01-01T00:02:30.000Z', bytesPerMinute: 60_000 },
    { at: '2026-01-01T00:03:30.000Z', bytesPerMinute: 120_000 },
  ])
})

test('changes, merges and restore points are told apart, and those outside of the line are left out', () => {
  const change = (id: string, hour: number, of: object = {}) => ({
    id,
    kind: 'schema' as const,
    origin: 'sql_editor' as const,
    sql: 'drop table a',
    made_by: 'ann@example.com',
    made_at: at(hour),
    ...of,
  })
  const point = (id: string, hour: number, reason: 'merge' | 'manual') => ({
    id,
    name: id,
    reason,
    made_at: at(hour),
  })
  const marks = timelineMarks(
    [range(0, 10)],
    [point('p', 5, 'manual'), point('before', 6, 'merge')],
    [
      change('1', 1),
      change('2', 2, { kind: 'data' }),
      change('3', 6, { kind: 'data', origin: 'merge' }),
      change('4', 11),
    ],
  )
  expect(marks.map(({ id, kind, place }) => [id, kind, place])).toEqual([
    ['1', 'schema', 10],
    ['2', 'data', 20],
    ['3', 'merge', 60],
    ['p', 'point', 50],
    ['before', 'merge', 60],
  ])
})

test('a minute ends after each of its moments', () => {
  expect(minuteAfter('2026-01-01T00:00:59.999Z')).toBe('2026-01-01T00:01:00.000Z')
  expect(minuteAfter('2026-01-01T00:01:00.000Z')).toBe('2026-01-01T00:02:00.000Z')
})

test.each([
  [5, 50],
  [0, 0],
  [10, 100],
  [11, undefined],
])('%d o’clock lies at %s percent', (hour, expected) => {
  expect(timelinePosition([range(0, 4), range(6, 10)], at(hour))).toBe(expected)
})

test.each([
  [2, true],
  [5, false],
  [10, true],
  [11, false],
])('whether %d o’clock can be restored: %s', (hour, expected) => {
  expect(isRestorable([range(0, 4), range(6, 10)], at(hour))).toBe(expected)
})

test('a moment survives the field of a form to the second', () => {
  const moment = '2026-03-04T05:06:07.000Z'
  expect(momentOf(localField(moment))).toBe(moment)
  expect(momentOf('')).toBeUndefined()
})
