import { expect, test } from 'vitest'
import {
  isRestorable,
  localField,
  momentOf,
  timelineBars,
  timelineParts,
  timelinePosition,
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

test('writes of minutes that share a place are one bar, and the busiest one is the highest', () => {
  const writes = [
    { minute: at(5), count: 1 },
    { minute: '2026-01-01T05:01:00.000Z', count: 1 },
    { minute: at(8), count: 8 },
    { minute: at(12), count: 99 },
  ]
  const bars = timelineBars([range(0, 4), range(6, 10)], writes)
  expect(bars.map(({ start }) => start)).toEqual([50, 80])
  expect(bars[1]!.height).toBeGreaterThan(bars[0]!.height)
  expect(timelineBars([range(0, 10)], [])).toEqual([])
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
