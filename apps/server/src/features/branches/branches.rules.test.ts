import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'
import { expect, test } from 'vitest'
import { branchProjectName, hasRoomForSpare } from './branches.rules.ts'

test.each([
  ['Shop', 'feature', 'Shop (feature)'],
  ['Shop', 'release-1.2', 'Shop (release-1-2)'],
  ['s'.repeat(64), 'feature', `${'s'.repeat(54)} (feature)`],
  ['Shop', 'f'.repeat(100), `Shop (${'f'.repeat(28)}…)`],
])('the branch of %.10s named %.10s is called %s', (parent, branch, name) => {
  expect(branchProjectName(parent, branch)).toBe(name)
  expect(name.length).toBeLessThanOrEqual(PROJECT_NAME_MAX)
})

test.each([
  [{ ports: 10, memoryBytes: 512 * 1024 ** 2 }, true],
  [{ ports: 9, memoryBytes: 16 * 1024 ** 3 }, false],
  [{ ports: 100, memoryBytes: 511 * 1024 ** 2 }, false],
])('a spare branch needs free ports and memory: %j is enough: %s', (room, isEnough) => {
  expect(hasRoomForSpare(room)).toBe(isEnough)
})
