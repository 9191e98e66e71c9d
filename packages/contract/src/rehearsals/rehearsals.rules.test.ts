import { expect, test } from 'vitest'
import { neededBytes, REHEARSAL_RESERVE_BYTES } from './rehearsals.rules.ts'

test.each([
  [0, false, 0],
  [1000, false, 1000],
  [1000, true, 0],
])(
  'a copy of %i bytes that shares blocks: %s needs %i besides the reserve',
  (databaseBytes, sharesBlocks, needed) => {
    expect(neededBytes({ databaseBytes, sharesBlocks })).toBe(REHEARSAL_RESERVE_BYTES + needed)
  },
)
