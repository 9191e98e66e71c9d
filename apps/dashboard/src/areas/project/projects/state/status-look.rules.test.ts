import { type ProjectStatus, projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { statusLook } from './status-look.rules.ts'

test.each<[ProjectStatus, string, boolean]>([
  ['ACTIVE_HEALTHY', 'success', false],
  ['INACTIVE', 'neutral', false],
  ['COMING_UP', 'neutral', true],
  ['PAUSE_FAILED', 'warning', false],
  ['ACTIVE_UNHEALTHY', 'critical', false],
  ['RESTORE_FAILED', 'critical', false],
])('%s is drawn %s, on the way: %s', (status, tone, busy) => {
  expect(statusLook({ status, asleep_since: null })).toMatchObject({ tone, busy })
})

test('a healthy project that sleeps is at rest, and says so', () => {
  const look = statusLook({ status: 'ACTIVE_HEALTHY', asleep_since: '2026-03-01T12:00:00.000Z' })
  expect(look).toEqual({ tone: 'neutral', busy: false, words: 'Sleeping' })
})

test('the colours of trouble mean trouble', () => {
  const alarming = projectStatuses.filter((status) =>
    ['warning', 'critical'].includes(statusLook({ status, asleep_since: null }).tone),
  )
  expect(alarming).toEqual(['ACTIVE_UNHEALTHY', 'INIT_FAILED', 'PAUSE_FAILED', 'RESTORE_FAILED', 'UNKNOWN'])
})
