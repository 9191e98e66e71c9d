import { expect, test } from 'vitest'
import { missingRows } from './missing-rows.rules.ts'

const rows = (count: number | undefined) => new Map(count === undefined ? [] : [['public.a', count]])

test.each<[string, { before?: number; found?: number; after?: number }, string[]]>([
  ['all rows are there', { before: 5000, found: 5000, after: 5000 }, []],
  ['fewer, as the estimate may be wrong', { before: 5000, found: 3500, after: 5000 }, []],
  [
    'too few',
    { before: 5000, found: 3499, after: 5000 },
    ['The table public.a has 3,499 rows, and the server had about 5,000.'],
  ],
  [
    'none',
    { before: 5000, found: 0, after: 5000 },
    ['The table public.a is empty, and the server had about 5,000 rows.'],
  ],
  ['rows that were deleted during the backup', { before: 5000, found: 0, after: 10 }, []],
  ['rows that came during the backup', { before: 10, found: 0, after: 5000 }, []],
  ['more than expected, as statistics may have been lost', { before: 2000, found: 900_000, after: 2000 }, []],
  ['so few that all may have been deleted meanwhile', { before: 999, found: 0, after: 999 }, []],
  ['no table', { before: 5, after: 5 }, ['The table public.a is missing.']],
  ['no table, which was dropped during the backup', { before: 5000 }, []],
  ['a table that was made during the backup', { found: 0, after: 5000 }, []],
])('%s', (_what, { before, found, after }, problems) => {
  expect(missingRows(rows(found), rows(before), rows(after))).toEqual(problems)
})
