import { can, isInTransition, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { projectStates, type Remedy } from './project-state.rules.ts'

const states = Object.entries(projectStates) as [
  keyof typeof projectStates,
  (typeof projectStates)['UNKNOWN'],
][]

test.each(states)('%s offers only what the server accepts', (status, { remedies }) => {
  expect(remedies.filter((remedy) => !can(remedy, status))).toEqual([])
})

test('transitional states have no remedies, stuck states have some', () => {
  const stuck = states.filter(([status]) => !isInTransition(status) && status !== 'REMOVED')
  expect(stuck.filter(([, { remedies }]) => remedies.length === 0)).toEqual([])
  const waiting = states.filter(([status]) => isInTransition(status))
  expect(waiting.flatMap(([, { remedies }]) => remedies)).toEqual([])
  expect([stuck.length, waiting.length]).toEqual([6, 7])
})

test.each<[Exclude<ProjectStatus, 'ACTIVE_HEALTHY'>, Remedy]>([
  ['INACTIVE', 'restore'],
  ['INIT_FAILED', 'restore'],
  ['RESTORE_FAILED', 'restore'],
  ['PAUSE_FAILED', 'pause'],
  ['ACTIVE_UNHEALTHY', 'restart'],
])('the first remedy in %s is %s', (status, remedy) => {
  expect(projectStates[status].remedies[0]).toBe(remedy)
})
