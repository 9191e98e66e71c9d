import { expect, test } from 'vitest'
import { deletionBlocker } from './organization-deletion.rules.ts'

test.each([
  [undefined, undefined],
  [0, undefined],
  [1, 'Delete its project first'],
  [12, 'Delete its 12 projects first'],
])('with %s projects the reason is %s', (projects, blocker) => {
  expect(deletionBlocker(projects)).toBe(blocker)
})
