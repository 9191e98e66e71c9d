import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { Permission } from '@basalt/contract/permissions/permissions.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { aProject } from '../a-project.fixture.ts'
import { projectQueries } from '../projects.queries.ts'
import { ProjectList } from './ProjectList.tsx'
import { filterOf, type ProjectListSearch } from './project-list.rules.ts'

const acme: Organization = {
  id: '4f0b0f0a-5d6c-4a57-9c8e-0f6f3b0f1a11',
  slug: 'acme',
  name: 'Acme',
  plan: { id: 'pro', name: 'Pro' },
  organization_requires_mfa: false,
  opt_in_tags: [],
  managed_by: 'basalt',
  usage_billing_enabled: false,
  created_at: '2026-01-01T00:00:00.000Z',
}
const shop = aProject({ name: 'Shop' })
const blog = aProject({ name: 'Blog', status: 'INACTIVE', region: 'sa-east-1' })

const show = ({
  projects,
  search = {},
  mayCreate = true,
  permissions = [everything],
  onSearchChange = vi.fn(),
}: {
  projects?: Project[]
  search?: ProjectListSearch
  mayCreate?: boolean
  permissions?: Permission[]
  onSearchChange?: (change: ProjectListSearch) => void
}) =>
  renderPage(
    <ProjectList slug="acme" mayCreate={mayCreate} search={search} onSearchChange={onSearchChange} />,
    (client) => {
      client.setQueryData(organizationQueries.detail('acme').queryKey, acme)
      client.setQueryData(permissionQueries.mine().queryKey, permissions)
      client.setQueryData(projectQueries.activity('acme').queryKey, {
        [shop.ref]: {
          ref: shop.ref,
          database_bytes: 8 * 1024 * 1024,
          branches: 2,
          last_request_at: null,
          requests: [...Array<number>(23).fill(0), 1234],
        },
      })
      if (projects)
        client.setQueryData(projectQueries.pages('acme', filterOf(search)).queryKey, {
          pages: [{ projects, pagination: { count: projects.length, limit: 96, offset: 0 } }],
          pageParams: [0],
        })
    },
  )

const everything: Permission = {
  organization_slug: 'acme',
  actions: ['%'],
  resources: ['%'],
  project_refs: null,
  condition: null,
  restrictive: false,
}

afterEach(() => vi.unstubAllGlobals())

test("a card shows a project's status, size and requests", async () => {
  await show({ projects: [blog, shop] })
  const cards = within(await screen.findByRole('list', { name: 'Projects' })).getAllByRole('listitem')
  const [paused, healthy] = cards.map(({ textContent }) => textContent)
  expect(paused).toContain('Project is paused')
  expect(paused).toContain('Database size–')
  expect(healthy).toContain('8 MB')
  expect(healthy).toContain('1,234 requests in 24 h')
  expect(healthy).toContain('2 branches')
  expect(within(cards[1]!).getByRole('link', { name: 'Shop' }).getAttribute('href')).toBe(
    `/project/${shop.ref}`,
  )
})

test('the table view is stored as a preference', async () => {
  const page = await show({ projects: [blog, shop] })
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
  page.unmount()
  await show({ projects: [blog, shop] })
  const table = await screen.findByRole('table', { name: 'Projects' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Project', 'Status', 'Region', 'Created'])
  expect(within(table).getByText('Healthy')).toBeTruthy()
})

test('an organization without projects offers to create the first', async () => {
  await show({ projects: [] })
  expect(await screen.findByText('No projects yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'New project' }).getAttribute('href')).toBe('/new/acme')
})

test('a search without results can be cleared', async () => {
  const onSearchChange = vi.fn()
  await show({ projects: [], search: { search: 'zzz' }, onSearchChange })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search and filter' }))
  expect(onSearchChange.mock.calls).toEqual([[{ search: undefined, status: undefined }]])
})

test('Enter searches without waiting', async () => {
  const onSearchChange = vi.fn()
  await show({ projects: [blog, shop], onSearchChange })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Search projects' }), 'shop{Enter}')
  expect(onSearchChange.mock.calls).toEqual([[{ search: 'shop' }]])
})

test('with project creation disabled, the button stays visible with the reason', async () => {
  await show({ projects: [shop], mayCreate: false })
  const button = await screen.findByRole('button', { name: 'New project' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-describedby')).toBeTruthy()
})

test('a member who cannot create projects sees the reason at the button', async () => {
  await show({ projects: [shop], permissions: [] })
  const button = await screen.findByRole('button', { name: 'New project' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/^You need additional permissions to make projects/)).toBeTruthy()
})

test('a list that failed to load names the organization and can be retried', async () => {
  const fetchMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetchMock)
  await show({})
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to retrieve projects under Acme')).toBeTruthy()
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(fetchMock).toHaveBeenCalledTimes(2)
})
