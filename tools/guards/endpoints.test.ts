import { expect, test } from 'vitest'
import { endpointsAreDistinct, endpointsAreMounted, endpointsAreTested } from './endpoints.ts'
import { planted } from './planted.ts'

const contract = {
  'packages/contract/src/projects/projects.endpoints.ts': `
    export const listProjects = endpoint({ name: 'listProjects', method: 'GET', path: '/platform/projects' })
    export const getProject = endpoint({ name: 'getProject', method: 'GET', path: '/platform/projects/:ref' })`,
}
const routes = 'apps/server/src/features/projects/projects.routes.ts'
const tests = 'apps/server/src/features/projects/projects.routes.test.ts'

test('an endpoint that no route mounts is refused', () => {
  const tree = { ...contract, [routes]: 'mount(app, listProjects, everyone, () => [])' }
  expect(endpointsAreMounted.check(planted(tree))).toEqual({
    checked: 2,
    broken: ['packages/contract/src/projects/projects.endpoints.ts: getProject is not mounted'],
  })
})

test('an endpoint mounted only by a test is refused', () => {
  const tree = { ...contract, [tests]: 'mount(app, listProjects, x, y)\nmount(app, getProject, x, y)' }
  expect(endpointsAreMounted.check(planted(tree)).broken).toHaveLength(2)
})

test('an endpoint that no test names is refused', () => {
  const tree = { ...contract, [tests]: `request(listProjects)` }
  expect(endpointsAreTested.check(planted(tree))).toEqual({
    checked: 2,
    broken: ['packages/contract/src/projects/projects.endpoints.ts: no test of the server names getProject'],
  })
})

test('endpoints that are mounted and tested pass', () => {
  const tree = {
    ...contract,
    [routes]: 'mount(app, listProjects, everyone, all)\nmount(app, getProject, member, one)',
    [tests]: `call(listProjects)\ntest.each(['getProject'])`,
  }
  for (const guard of [endpointsAreDistinct, endpointsAreMounted, endpointsAreTested])
    expect(guard.check(planted(tree))).toEqual({ checked: 2, broken: [] })
})

test.each([
  [
    'a constant whose name differs from the endpoint’s',
    `{ name: 'readProject', method: 'GET', path: '/a' }`,
    'has the name readProject',
  ],
  [
    'a path that is not a literal',
    `{ name: 'getProject', method: 'GET', path: base + '/a' }`,
    'no literal path',
  ],
])('%s is refused', (_name, spec, reason) => {
  const tree = { 'packages/contract/src/a/a.endpoints.ts': `export const getProject = endpoint(${spec})` }
  expect(endpointsAreDistinct.check(planted(tree)).broken[0]).toContain(reason)
})

test('two endpoints with one address are refused, whatever the names of their parameters', () => {
  const tree = {
    ...contract,
    'packages/contract/src/a/a.endpoints.ts': `
      export const readProject = endpoint({ name: 'readProject', method: 'GET', path: '/platform/projects/:id' })`,
  }
  expect(endpointsAreDistinct.check(planted(tree)).broken).toHaveLength(1)
})
