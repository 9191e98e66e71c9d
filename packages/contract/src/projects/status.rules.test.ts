import { expect, test } from 'vitest'
import { can, isInTransition, type ProjectAction, projectStatuses, statusLabels } from './status.rules.ts'

const actions: ProjectAction[] = ['query', 'connect', 'pause', 'restart', 'restore', 'delete']
const offered = Object.fromEntries(
  projectStatuses.map((status) => [status, actions.filter((action) => can(action, status)).join(' ')]),
)

test('each status offers exactly the actions that make sense in it', () => {
  expect(offered).toEqual({
    ACTIVE_HEALTHY: 'query connect pause restart delete',
    ACTIVE_UNHEALTHY: 'pause restart delete',
    COMING_UP: '',
    GOING_DOWN: '',
    INACTIVE: 'restore delete',
    INIT_FAILED: 'restore delete',
    PAUSE_FAILED: 'pause restart delete',
    PAUSING: '',
    REMOVED: '',
    RESIZING: '',
    RESTARTING: '',
    RESTORE_FAILED: 'restore delete',
    RESTORING: '',
    UNKNOWN: 'delete',
    UPGRADING: '',
  })
})

test('a transitional status offers no actions', () => {
  for (const status of projectStatuses.filter(isInTransition)) expect(offered[status]).toBe('')
})

test('every status has a label', () => {
  for (const status of projectStatuses) expect(statusLabels[status]).not.toBe('')
})
