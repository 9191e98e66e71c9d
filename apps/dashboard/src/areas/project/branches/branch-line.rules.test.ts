import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { expect, test } from 'vitest'
import { aBranch } from './a-branch.fixture.ts'
import { branchLine, branchStatus } from './branch-line.rules.ts'

test.each<[Partial<Branch>, string]>([
  [{ is_default: true, persistent: true }, 'Production'],
  [{}, 'Preview · just now'],
  [{ persistent: true }, 'Persistent · just now'],
  [{ asleep_since: '2026-01-01T00:00:00.000Z' }, 'Preview · Sleeping · just now'],
  [{ status: 'COMING_UP' }, 'Preview · Coming up · just now'],
  [{ status: 'INIT_FAILED' }, 'Preview · Could not be set up · just now'],
])('a branch with %j is listed as %s', (over, line) => {
  expect(branchLine(aBranch({ created_at: new Date().toISOString(), ...over }))).toBe(line)
})

test('the status of a branch has the colour of that of a project', () => {
  expect(branchStatus(aBranch({ status: 'ACTIVE_UNHEALTHY' }))).toEqual({
    tone: 'critical',
    busy: false,
    label: 'Not responding',
  })
})
