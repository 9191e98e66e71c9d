import { expect, test } from 'vitest'
import { type Before, type Counted, countedBetween, mostOf } from './measured-statistics.rules.ts'

const counted = (change: Partial<Counted> = {}): Counted => ({
  id: 'a',
  role: 'postgres',
  calls: 10,
  totalMs: 100,
  rows: 20,
  blocksHit: 30,
  blocksRead: 5,
  maxMs: 40,
  ...change,
})
const before = (...values: Before) => new Map([['a', values]])

test('the difference to the measurement before is counted', () => {
  expect(countedBetween(before(4, 60, 8, 10, 5, 40), [counted()])).toEqual([
    {
      id: 'a',
      role: 'postgres',
      calls: 6,
      totalMs: 40,
      rows: 12,
      blocksHit: 20,
      blocksRead: 0,
      maxMs: undefined,
    },
  ])
})

test.each([
  [
    'was reset',
    before(50, 500, 9, 9, 9, 90),
    counted({ calls: 2, totalMs: 3 }),
    { calls: 2, totalMs: 3, maxMs: 40 },
  ],
  ['is new', new Map(), counted(), { calls: 10, totalMs: 100 }],
  ['had its longest call', before(9, 60, 8, 10, 5, 12), counted(), { calls: 1, maxMs: 40 }],
])('a query that %s counts with what it has', (_case, known, now, expected) => {
  expect(countedBetween(known, [now])).toMatchObject([expected])
})

test.each([['was not called', before(10, 100, 20, 30, 5, 40), counted()]])(
  'a query that %s does not count',
  (_case, known, now) => {
    expect(countedBetween(known, [now])).toEqual([])
  },
)

test('of many queries, the slowest and the most frequent are kept', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    ...countedBetween(new Map(), [counted({ id: String(index) })])[0]!,
    totalMs: index,
    calls: 100 - index,
  }))
  const kept = mostOf(many, 4).map(({ id }) => id)
  expect(kept).toEqual(['99', '98', '0', '1'])
  expect(mostOf(many, 100)).toHaveLength(100)
})
