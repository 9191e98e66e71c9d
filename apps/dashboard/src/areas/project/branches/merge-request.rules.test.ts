import { expect, test } from 'vitest'
import { mergeRequestLabel, mergeRequestOf } from './merge-request.rules.ts'

const branch = (over: object = {}) => ({
  id: 'id',
  project_ref: 'feature',
  parent_project_ref: 'trunk',
  is_default: false,
  git_branch: null,
  review_requested_at: null,
  ...over,
})

test.each([
  ['no branches yet', undefined, undefined],
  ['no branch of this project', [branch({ project_ref: 'other' })], undefined],
  ['the default branch', [branch({ is_default: true })], undefined],
  ['a branch that follows git', [branch({ git_branch: 'feature/1' })], undefined],
  ['a branch', [branch()], 'Open merge request'],
  [
    'a branch with a requested review',
    [branch({ review_requested_at: '2026-01-01T00:00:00.000Z' })],
    'Review merge request',
  ],
  ['one of many', [branch({ project_ref: 'trunk', is_default: true }), branch()], 'Open merge request'],
])('with %s the button is %j %s', (_name, branches, label) => {
  const request = mergeRequestOf(branches, 'feature')
  expect(request && mergeRequestLabel(request)).toBe(label)
  if (request) expect(request).toMatchObject({ branchId: 'id', parentRef: 'trunk' })
})
