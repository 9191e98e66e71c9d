import { expect, test } from 'vitest'
import { aProject } from './a-project.fixture.ts'
import { nextOffset, pagesWith } from './project-pages.ts'

const shop = aProject({ name: 'Shop', status: 'COMING_UP' })
const blog = aProject({ name: 'Blog' })
const pages = {
  pages: [{ projects: [blog, shop], pagination: { count: 2, limit: 96, offset: 0 } }],
  pageParams: [0],
}

test('a new status appears in place', () => {
  const changed = pagesWith(pages, { ...shop, status: 'ACTIVE_HEALTHY' })
  expect(changed?.pages[0]?.projects.map(({ name, status }) => [name, status])).toEqual([
    ['Blog', 'ACTIVE_HEALTHY'],
    ['Shop', 'ACTIVE_HEALTHY'],
  ])
})

test.each([
  ['is not on the pages', aProject({ name: 'New' }), undefined],
  ['has another name and so another position', { ...shop, name: 'Atelier' }, undefined],
  ['left the filtered statuses', { ...blog, status: 'PAUSING' as const }, ['ACTIVE_HEALTHY' as const]],
])('the list is refetched when the project %s', (_, project, statuses) => {
  expect(pagesWith(pages, project, statuses)).toBeUndefined()
})

test.each([
  [{ count: 0, offset: 0, loaded: 0 }, undefined],
  [{ count: 2, offset: 0, loaded: 2 }, undefined],
  [{ count: 97, offset: 0, loaded: 96 }, 96],
  [{ count: 193, offset: 96, loaded: 96 }, 192],
  // Projects were deleted meanwhile: an empty page must not be requested repeatedly.
  [{ count: 97, offset: 96, loaded: 0 }, undefined],
])('after %o the next page starts at %s', ({ count, offset, loaded }, next) => {
  const projects = Array.from({ length: loaded }, () => aProject())
  expect(nextOffset({ projects, pagination: { count, limit: 96, offset } })).toBe(next)
})
