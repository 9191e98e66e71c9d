import { type ProjectStatus, projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { statusDisplay } from './status-display.rules.ts'

test.each<[ProjectStatus, string, boolean]>([
  ['ACTIVE_HEALTHY', 'success', false],
  ['INACTIVE', 'neutral', false],
  ['COMING_UP', 'neutral', true],
  ['PAUSE_FAILED', 'warning', false],
  ['ACTIVE_UNHEALTHY', 'critical', false],
  ['RESTORE_FAILED', 'critical', false],
])('%s is %s, busy: %s', (status, tone, busy) => {
  expect(statusDisplay({ status, asleep_since: null })).toMatchObject({ tone, busy })
})

test('a healthy sleeping project is neutral and labelled', () => {
  const look = statusDisplay({ status: 'ACTIVE_HEALTHY', asleep_since: '2026-03-01T12:00:00.000Z' })
  expect(look).toEqual({ tone: 'neutral', busy: false, label: 'Sleeping' })
})

test('only failures have warning colours', () => {
  const failing = projectStatuses.filter((status) =>
    ['warning', 'critical'].includes(statusDisplay({ status, asleep_since: null }).tone),
  )
  expect(failing).toEqual(['ACTIVE_UNHEALTHY', 'INIT_FAILED', 'PAUSE_FAILED', 'RESTORE_FAILED', 'UNKNOWN'])
})
