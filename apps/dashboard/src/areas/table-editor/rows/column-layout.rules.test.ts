import { expect, test } from 'vitest'
import {
  AColumnLayout,
  type ColumnLayout,
  displayed,
  hiddenCount,
  moved,
  neighbourOf,
  PLAIN_LAYOUT,
  withFrozen,
  withHidden,
  withWidth,
} from './column-layout.rules.ts'

/** Columns named by their numbers in pg_attribute. */
const columnsOf = (...positions: number[]) => positions.map((position) => ({ position }))
const four = columnsOf(1, 2, 3, 4)
const orderOf = (columns: { position: number }[], layout: ColumnLayout) =>
  displayed(columns, layout).map((index) => columns[index]!.position)

test.each<[string, ColumnLayout, number[]]>([
  ['as in the table at first', PLAIN_LAYOUT, [1, 2, 3, 4]],
  ['moved to the right', moved(four, PLAIN_LAYOUT, 1, 3), [2, 3, 1, 4]],
  ['moved to the left', moved(four, PLAIN_LAYOUT, 4, 1), [4, 1, 2, 3]],
  ['frozen ones first', withFrozen(withFrozen(PLAIN_LAYOUT, 3, true), 4, true), [3, 4, 1, 2]],
  ['frozen no longer', withFrozen(withFrozen(PLAIN_LAYOUT, 3, true), 3, false), [1, 2, 3, 4]],
  ['hidden ones left out', withHidden(PLAIN_LAYOUT, 2, true), [1, 3, 4]],
  ['hidden no longer', withHidden(withHidden(PLAIN_LAYOUT, 2, true), 2, false), [1, 2, 3, 4]],
  ['never none', { ...PLAIN_LAYOUT, hidden: [1, 2, 3, 4] }, [1, 2, 3, 4]],
])('columns are %s', (_what, layout, order) => {
  expect(orderOf(four, layout)).toEqual(order)
})

test('an added column comes last, a dropped one is ignored, and a renamed one keeps its place', () => {
  const layout = withWidth(withHidden(moved(four, PLAIN_LAYOUT, 4, 1), 2, true), 4, 222.4)
  expect(orderOf(columnsOf(1, 3, 4, 7), layout)).toEqual([4, 1, 3, 7])
  expect(layout.widths).toEqual({ 4: 222 })
  expect(hiddenCount(four, layout)).toBe(1)
  expect(hiddenCount(columnsOf(1, 3, 4), layout)).toBe(0)
})

test('a column moves among those of its kind, past hidden ones', () => {
  const layout = withFrozen(withHidden(PLAIN_LAYOUT, 3, true), 1, true)
  expect([2, 4, 1].map((position) => neighbourOf(four, layout, position, 1))).toEqual([
    4,
    undefined,
    undefined,
  ])
  expect([2, 4, 1].map((position) => neighbourOf(four, layout, position, -1))).toEqual([
    undefined,
    2,
    undefined,
  ])
})

test.each([{}, null, { order: ['a'], hidden: [], frozen: [], widths: {} }, 'text'])(
  'the stored %j is no layout',
  (stored) => {
    expect(AColumnLayout.safeParse(stored).success).toBe(false)
  },
)
