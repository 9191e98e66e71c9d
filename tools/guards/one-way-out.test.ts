import { expect, test } from 'vitest'
import { oneWayOut } from './one-way-out.ts'
import { planted } from './planted.ts'

const page = 'apps/dashboard/src/areas/project/projects/ProjectList.tsx'

test.each([
  ['a direct fetch', `await fetch(url)`],
  ['a direct event stream', `new EventSource(url)`],
  ['a path written by hand', `call('/platform/projects')`],
  ['a path assembled by hand', 'call(`/platform/projects/$' + '{ref}`)'],
])('%s is refused', (_name, text) => {
  expect(oneWayOut.check(planted({ [page]: text })).broken).toHaveLength(1)
})

test('api/ may fetch, and a page may call an endpoint or link to a page', () => {
  const tree = {
    'apps/dashboard/src/api/call.ts': 'fetch(path)',
    [page]: `call(listProjects, {}); const link = '/project/abc'`,
  }
  expect(oneWayOut.check(planted(tree))).toEqual({ checked: 1, broken: [] })
})
