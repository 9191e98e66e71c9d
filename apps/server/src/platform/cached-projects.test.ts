import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { expect, test } from 'vitest'
import { cachedProjects } from './cached-projects.ts'
import { createEventBus } from './event-bus.ts'

const aProject = (status: Project['status']) => ({ ref: 'shop', status }) as Project

function setUp() {
  const bus = createEventBus((error) => expect.unreachable(String(error)))
  const state = { project: aProject('ACTIVE_HEALTHY') as Project | undefined, finds: 0, now: 0 }
  const find = async () => {
    state.finds += 1
    return state.project
  }
  const projectOf = cachedProjects(find, bus, () => state.now)
  return { bus, state, projectOf }
}

test('a project is cached for a while', async () => {
  const { state, projectOf } = setUp()
  await projectOf('shop')
  await projectOf('shop')
  expect(state.finds).toBe(1)
  state.now = 2001
  await projectOf('shop')
  expect(state.finds).toBe(2)
})

test('an announced change takes effect at once, even during a read', async () => {
  const { bus, state, projectOf } = setUp()
  await projectOf('shop')
  state.project = aProject('PAUSING')
  bus.publish('organization', { type: 'project', project: state.project })
  expect((await projectOf('shop'))?.status).toBe('PAUSING')
  bus.publish('organization', { type: 'project_removed', ref: 'shop' } as never)
  const old = projectOf('shop')
  state.project = undefined
  bus.publish('organization', { type: 'project_removed', ref: 'shop' } as never)
  await old
  expect(await projectOf('shop')).toBeUndefined()
})

test('a missing project is read each time', async () => {
  const { state, projectOf } = setUp()
  state.project = undefined
  await projectOf('shop')
  await projectOf('shop')
  expect(state.finds).toBe(2)
})
