import { expect, test } from 'vitest'
import { buildProgress, buildTitle, phaseText } from './index-build.rules.ts'

const none = {
  lockers_total: 0,
  lockers_done: 0,
  blocks_total: 0,
  blocks_done: 0,
  tuples_total: 0,
  tuples_done: 0,
}

test.each([
  [
    'waits for transactions',
    'waiting for writers before build',
    { lockers_total: 4, lockers_done: 1 },
    25,
    '1 of 4 transactions',
  ],
  [
    'scans the table',
    'building index: scanning table',
    { blocks_total: 8000, blocks_done: 1200 },
    15,
    '1,200 of 8,000 blocks',
  ],
  [
    'loads what it sorted',
    'building index: loading tuples in tree',
    { tuples_total: 200, tuples_done: 100 },
    50,
    '100 of 200 rows',
  ],
  [
    'loads after all blocks were read',
    'building index: loading tuples in tree',
    { blocks_total: 8, blocks_done: 8, tuples_total: 200, tuples_done: 100 },
    50,
    '100 of 200 rows',
  ],
  ['sorts', 'building index: sorting live tuples', {}, null, undefined],
  [
    'never passes 100',
    'index validation: scanning table',
    { blocks_total: 8, blocks_done: 9 },
    100,
    '9 of 8 blocks',
  ],
])('a build that %s', (_title, phase, counts, percent, detail) => {
  expect(buildProgress({ ...none, ...counts, phase })).toEqual({ percent, detail })
})

test('a build that has not begun has no progress', () => {
  const unknown = Object.fromEntries(Object.keys(none).map((key) => [key, null])) as never
  expect(buildProgress({ ...(unknown as typeof none), phase: null })).toEqual({
    percent: null,
    detail: undefined,
  })
  expect(phaseText(null)).toBe('Waiting to begin')
  expect(phaseText('initializing')).toBe('Initializing')
})

test.each([
  ['create index concurrently "a" …', 'a', 'shop', 'shirts', 'Building a on shop.shirts'],
  ['reindex index concurrently "a"', 'a_ccnew', 'shop', 'shirts', 'Rebuilding an index on shop.shirts'],
  ['drop index concurrently "a"', null, null, null, 'Deleting an index'],
])('%s is titled', (sql, index, schema, table, title) => {
  expect(buildTitle({ sql, index, schema, table })).toBe(title)
})
