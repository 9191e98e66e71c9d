import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { placeOf } from '../shell/place/place.rules.ts'
import { aMenuContext } from './menu-context.fixture.ts'
import { productMenuOf, railOf } from './navigation.rules.ts'

const railLinks = (pathname: string, status?: ProjectStatus) => {
  const place = placeOf(pathname)
  const groups = railOf(place, { slug: 'acme', ref: 'abc' }, aMenuContext({ status }))
  return groups.map(({ links }) =>
    links.map(({ label, path, isActive }) => `${label} ${path}${isActive ? ' *' : ''}`),
  )
}

const organizationLinks = [
  'Team /org/acme/team',
  'Integrations /org/acme/integrations',
  'Usage /org/acme/usage',
  'Billing /org/acme/billing',
]

test.each<[string, ProjectStatus | undefined, string[]]>([
  [
    '/org/acme',
    undefined,
    ['Projects /org/acme *', ...organizationLinks, 'Organization settings /org/acme/general'],
  ],
  [
    '/org/acme/general',
    undefined,
    ['Projects /org/acme', ...organizationLinks, 'Organization settings /org/acme/general *'],
  ],
  [
    '/org/acme/audit',
    undefined,
    ['Projects /org/acme', ...organizationLinks, 'Organization settings /org/acme/general *'],
  ],
  [
    '/project/abc',
    'ACTIVE_HEALTHY',
    ['Project Overview /project/abc *', 'Table Editor /project/abc/editor', 'SQL Editor /project/abc/sql'],
  ],
  [
    '/project/abc/sql/17',
    'INACTIVE',
    ['Project Overview /project/abc', 'Table Editor /project/abc/editor', 'SQL Editor /project/abc/sql *'],
  ],
  [
    '/project/abc',
    undefined,
    ['Project Overview /project/abc *', 'Table Editor /project/abc/editor', 'SQL Editor /project/abc/sql'],
  ],
  [
    '/project/abc',
    'COMING_UP',
    ['Project Overview /project/abc *', 'Table Editor /project/abc', 'SQL Editor /project/abc'],
  ],
])('%s of a project that is %s has these links', (pathname, status, links) => {
  expect(railLinks(pathname, status)[0]).toEqual(links)
})

test.each(['/new', '/new/acme', '/account', '/organizations', '/support/new', '/sign-in'])(
  '%s has no rail',
  (pathname) => {
    expect(railLinks(pathname)).toEqual([])
  },
)

test.each(['/org/acme', '/project/abc', '/project/abc/sql', '/project/abc/constructor'])(
  '%s has no menu of its own',
  (pathname) => {
    const params = { slug: 'acme', ref: 'abc' }
    expect(productMenuOf(placeOf(pathname), params, aMenuContext())).toBeUndefined()
  },
)

test('Project Settings links to the first of its pages that exists', () => {
  const links = railLinks('/project/abc/settings/api-keys').flat()
  expect(links.filter((link) => link.startsWith('Project Settings'))).toEqual([
    expect.stringMatching(/^Project Settings \/project\/abc\/settings\/(?:general|api-keys) \*$/),
  ])
})
