import { projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { connectRefusal } from './connect-button.rules.ts'

test('only a project that is active and healthy can be connected to', () => {
  expect(projectStatuses.filter((status) => connectRefusal(status) === undefined)).toEqual(['ACTIVE_HEALTHY'])
})

test('every other status has a reason', () => {
  expect(connectRefusal('INACTIVE')).toBe('Project is currently not active and cannot be connected')
})

test('an unknown status is not refused', () => {
  expect(connectRefusal(undefined)).toBeUndefined()
})
