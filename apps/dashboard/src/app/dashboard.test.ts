import type { Profile } from '@basalt/contract/access/access.schema.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import { SELF_HOSTED_PROJECT_REF } from '@basalt/contract/projects/projects.rules.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { accessQueries } from '../areas/account/access/access.queries.ts'
import { clearSetupToken, setupToken } from '../areas/account/access/setup-token.state.ts'
import { installationQueries } from '../areas/installation/installation/installation.queries.ts'
import { organizationQueries } from '../areas/organization/organizations/organizations.queries.ts'
import { aProject } from '../areas/project/projects/a-project.fixture.ts'
import { projectQueries } from '../areas/project/projects/projects.queries.ts'
import { createDashboard } from './dashboard.ts'

const ada: Profile = {
  id: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
  email: 'ada@example.com',
  display_name: null,
  created_at: '2026-01-01T00:00:00.000Z',
}

interface Start {
  path: string
  profile?: Profile | null
  config?: Partial<InstallationConfig>
}

/** Opens a path with the server's responses cached; `href` returns where it led. */
async function open({ path, profile = null, config = {} }: Start) {
  const dashboard = createDashboard({ history: createMemoryHistory({ initialEntries: [path] }) })
  const { queryClient, router } = dashboard
  queryClient.setQueryData(installationQueries.config().queryKey, {
    edition: 'platform',
    version: '1.0.0',
    setup_required: false,
    disabled_features: [],
    origin: 'http://localhost',
    ...config,
  })
  queryClient.setQueryData(accessQueries.profile().queryKey, profile)
  queryClient.setQueryData(organizationQueries.list().queryKey, [])
  const project = aProject({ ref: SELF_HOSTED_PROJECT_REF })
  queryClient.setQueryData(projectQueries.detail(project.ref).queryKey, project)
  await router.load()
  return { ...dashboard, href: () => router.state.location.href }
}

const selfHosted = { edition: 'self-hosted' } as const
const noSignUp = { disabled_features: ['dashboard_auth:sign_up'] }
const noMail = { disabled_features: ['dashboard_auth:reset_by_mail'] }

test.each<[string, Start, string]>([
  ['a signed-out user', { path: '/' }, '/sign-in'],
  ['a signed-out user', { path: '/account?a=1' }, '/sign-in?redirect=%2Faccount%3Fa%3D1'],
  ['a signed-out user', { path: '/sign-up' }, '/sign-up'],
  ['a signed-out user', { path: '/sign-up', config: noSignUp }, '/sign-in'],
  ['a signed-out user', { path: '/forgot-password' }, '/forgot-password'],
  ['a signed-out user', { path: '/forgot-password', config: noMail }, '/sign-in'],
  ['a signed-out user with a link', { path: '/reset-password#token=abc' }, '/reset-password'],
  ['a signed-out user', { path: '/setup' }, '/sign-in'],
  ['a signed-out user before the set-up', { path: '/account', config: { setup_required: true } }, '/setup'],
  ['a signed-out user before the set-up', { path: '/sign-in', config: { setup_required: true } }, '/setup'],
  ['a member of no organization', { path: '/', profile: ada }, '/new'],
  ['a signed-in user', { path: '/sign-in?redirect=%2Faccount', profile: ada }, '/account/me'],
  ['a signed-in user', { path: '/account#security', profile: ada }, '/account/security'],
  ['a signed-in user', { path: '/sign-in?redirect=%2F%2Fexample.com', profile: ada }, '/new'],
  ['a signed-in user', { path: '/docs', profile: ada }, '/docs/operate'],
  ['a self-hosted user', { path: '/status', config: selfHosted }, '/project/default'],
])('%s who opens %o lands on %s', async (_who, start, landing) => {
  const { href } = await open(start)
  expect(href()).toBe(landing)
})

test.each(['/', '/sign-in', '/account', '/organizations', '/new', '/org/default'])(
  'the self-hosted edition leads from %s to its project',
  async (path) => {
    const { href } = await open({ path, config: selfHosted })
    expect(href()).toBe('/project/default')
  },
)

test.each<[string, string, Start['config']?]>([
  ['', '/users'],
  ['/smtp', '/templates?tab=smtp'],
  ['/third-party', '/providers#third-party'],
  ['/third-party', '/third-party', { disabled_features: ['authentication:third_party_auth'] }],
])('the address %j of authentication leads to %s', async (path, landing, config = {}) => {
  const base = '/project/default/auth'
  const { href } = await open({ path: base + path, config: { ...selfHosted, ...config } })
  expect(href()).toBe(base + landing)
})

test('the token of the set-up link leaves the address and stays in memory', async () => {
  const { href } = await open({ path: '/setup#token=once', config: { setup_required: true } })
  expect(href()).toBe('/setup')
  expect(setupToken()).toBe('once')
  clearSetupToken()
})
