import type { ProjectAction, ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { reasonAgainst } from './action-reasons.rules.ts'

test.each<[ProjectAction, ProjectStatus, string | undefined]>([
  ['pause', 'ACTIVE_HEALTHY', undefined],
  ['delete', 'INACTIVE', undefined],
  ['restart', 'INACTIVE', 'Project is paused. Restore it first.'],
  ['delete', 'COMING_UP', 'Project is coming up. Wait until that is done.'],
  ['pause', 'INIT_FAILED', 'Project could not be set up. Try the set-up again, or delete the project.'],
  ['restart', 'UNKNOWN', 'Project status is unknown.'],
])('%s while %s: %s', (action, status, reason) => {
  expect(reasonAgainst(action, status)).toBe(reason)
})

test('a healthy project allows every action except restoring', () => {
  const refusals = (['query', 'connect', 'pause', 'restart', 'delete'] as const).filter(
    (action) => reasonAgainst(action, 'ACTIVE_HEALTHY') !== undefined,
  )
  expect(refusals).toEqual([])
})
