import { expect, test } from 'vitest'
import { mergeObstacle } from './merge-requests.rules.ts'

const ready = {
  status: 'open',
  undecided: 0,
  rehearsal: 'passed',
  hasMoved: false,
  isApproved: true,
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
  ['it was never rehearsed', { rehearsal: undefined }, 'Rehearse the merge first'],
  ['a rehearsal is running', { rehearsal: 'running' }, 'The rehearsal is running'],
  [
    'the rehearsal failed',
    { rehearsal: 'failed' },
    'The rehearsal failed. Fix its cause and rehearse again.',
  ],
  [
    'the target has moved on',
    { hasMoved: true, rehearsal: undefined },
    'The schema of one side has changed since the rehearsal. Rehearse again.',
  ],
  [
    'nobody approved it',
    { isApproved: false },
    'An owner or administrator must approve the merge request first',
  ],
  ['somebody who may approve merges', { isApproved: false, mayApprove: true }, undefined],
] as const)('when %s, the obstacle of a merge is %2$j', (_when, over, obstacle) => {
  expect(mergeObstacle({ ...ready, ...over })).toBe(obstacle)
})
