import { expect, test } from 'vitest'
import { mergeObstacle, planChange } from './merge-requests.rules.ts'

const ready = {
  status: 'open',
  undecided: 0,
  outdated: 0,
  rehearsal: 'passed',
  hasMoved: false,
  isApproved: true,
  wasApproved: true,
  mayApprove: false,
  isEmpty: false,
} as const

test.each([
  ['everything is done', {}, undefined],
  ['it is merged', { status: 'merged' }, 'The merge request is merged'],
  ['it is closed', { status: 'closed' }, 'The merge request is closed'],
  ['it is being merged', { status: 'merging' }, 'It is being merged'],
  ['nothing has changed', { isEmpty: true }, 'There is nothing to merge'],
  ['one conflict is left', { undecided: 1 }, 'Decide the conflict first'],
  ['two conflicts are left', { undecided: 2 }, 'Decide the 2 conflicts first'],
  [
    'a decided row has changed',
    { undecided: 2, outdated: 1 },
    'A row has changed since its conflict was decided. Decide again.',
  ],
  [
    'decided rows have changed',
    { undecided: 2, outdated: 2 },
    '2 rows have changed since their conflicts were decided. Decide again.',
  ],
  ['it was never rehearsed', { rehearsal: undefined }, 'Rehearse the merge first'],
  ['a rehearsal is running', { rehearsal: 'running' }, 'The rehearsal is running'],
  [
    'the rehearsal failed',
    { rehearsal: 'failed' },
    'The rehearsal failed. Fix its cause and rehearse again.',
  ],
  [
    'the cause of a failed rehearsal may be gone',
    { hasMoved: true, rehearsal: 'failed' },
    'The changes are no longer those that were rehearsed. Rehearse again.',
  ],
  [
    'the target has moved on',
    { hasMoved: true, rehearsal: undefined },
    'The changes are no longer those that were rehearsed. Rehearse again.',
  ],
  [
    'nobody approved it',
    { isApproved: false, wasApproved: false },
    'An owner or administrator must approve the merge request first',
  ],
  [
    'the branch is not what was approved',
    { isApproved: false, wasApproved: true },
    'The branch has changed since the approval. An owner or administrator must approve the merge request again',
  ],
  ['somebody who may approve merges', { isApproved: false, mayApprove: true }, undefined],
] as const)('when %s, the obstacle of a merge is %2$j', (_when, over, obstacle) => {
  expect(mergeObstacle({ ...ready, ...over })).toBe(obstacle)
})

const scan = { cost: 100, steps: ['Seq Scan on goods'] }
const index = { cost: 100, steps: ['Index Scan on goods using goods_pkey'] }
test.each([
  ['as it was', scan, 'same'],
  ['a little more', { ...scan, cost: 150 }, 'same'],
  ['much more', { ...scan, cost: 151 }, 'slower'],
  ['much less', { ...scan, cost: 66 }, 'faster'],
  ['about the same, in another way', index, 'different'],
  ['nothing, because it fails', null, 'fails'],
] as const)('a query that costs %s after the merge is called: %3$s', (_what, after, change) => {
  expect(planChange(scan, after)).toBe(change)
})
