import { projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { projectCounts } from './project-counts.rules.ts'

test('every status counts once, and failed projects are listed', () => {
  const { healthy, paused, transitioning, failed } = projectCounts(
    projectStatuses.map((status) => ({ status })),
  )
  expect({ healthy, paused }).toEqual({ healthy: 1, paused: 1 })
  expect(failed.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['ACTIVE_UNHEALTHY', 'INIT_FAILED', 'RESTORE_FAILED', 'PAUSE_FAILED']),
  )
  expect(healthy + paused + transitioning + failed.length).toBe(projectStatuses.length)
})
