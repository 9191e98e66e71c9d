import type { ReportBlock } from '@basalt/contract/reports/reports.schema.ts'
import { expect, test } from 'vitest'
import { moved, placed, resized, type Step, sameBlocks, settled, withBlock } from './report-draft.rules.ts'

const block = (id: string, x = 0, y = 0, w = 6, h = 4): ReportBlock => ({
  kind: 'text',
  id,
  x,
  y,
  w,
  h,
  text: id,
})
const placeOf = ({ x, y, w, h }: ReportBlock) => [x, y, w, h]

test('a new block goes beside the last one if there is room, otherwise below', () => {
  const chart = { kind: 'chart', chart: 'api_requests' } as const
  const one = withBlock([], 'a', chart)
  const two = withBlock(one, 'b', chart)
  const three = withBlock(two, 'c', chart)
  expect(three.map(placeOf)).toEqual([
    [0, 0, 6, 5],
    [6, 0, 6, 5],
    [0, 5, 6, 5],
  ])
})

test.each<[Step, number[], number[]]>([
  ['left', [0, 3, 6, 4], [1, 3, 5, 4]],
  ['right', [2, 3, 6, 4], [1, 3, 7, 4]],
  ['up', [1, 2, 6, 4], [1, 3, 6, 3]],
  ['down', [1, 4, 6, 4], [1, 3, 6, 5]],
])('one step %s moves and resizes within the grid', (step, after, sized) => {
  expect(placeOf(moved(block('a', 1, 3), step))).toEqual(after)
  expect(placeOf(resized(block('a', 1, 3), step))).toEqual(sized)
})

test('nothing leaves the grid or becomes too small', () => {
  expect(placeOf(moved(block('a', 0, 0), 'left'))).toEqual([0, 0, 6, 4])
  expect(placeOf(moved(block('a', 6, 0), 'right'))).toEqual([6, 0, 6, 4])
  expect(placeOf(moved(block('a'), 'up'))).toEqual([0, 0, 6, 4])
  expect(placeOf(resized(block('a', 0, 0, 2, 2), 'left'))).toEqual([0, 0, 2, 2])
  expect(placeOf(resized(block('a', 6, 0, 6, 20), 'down'))).toEqual([6, 0, 6, 20])
})

test('blocks in the way of a moved one go below it', () => {
  const [a, b, c] = [block('a'), block('b', 0, 4), block('c', 6, 0)]
  const first = resized(a, 'down')
  expect(settled([a, b, c], first).map(placeOf)).toEqual([
    [0, 0, 6, 5],
    [0, 5, 6, 4],
    [6, 0, 6, 4],
  ])
})

test('blocks get the places that the grid gave them', () => {
  expect(placed([block('a'), block('b')], [{ i: 'a', x: 3, y: 9, w: 4, h: 2 }]).map(placeOf)).toEqual([
    [3, 9, 4, 2],
    [0, 0, 6, 4],
  ])
})

test('blocks are compared in any order', () => {
  expect(sameBlocks([block('a'), block('b')], [block('b'), block('a')])).toBe(true)
  expect(sameBlocks([block('a')], [block('a', 1)])).toBe(false)
})
