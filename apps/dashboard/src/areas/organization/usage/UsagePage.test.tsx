import type { FirstSteps } from '@basalt/contract/first-steps/first-steps.schema.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { firstStepQueries } from '../first-steps/first-steps.queries.ts'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionsOf } from '../permissions/permissions.fixture.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { UsageBadge } from './UsageBadge.tsx'
import { UsagePage } from './UsagePage.tsx'
import { aDailyUsage, aUsage } from './usage.fixture.ts'
import { usageQueries } from './usage.queries.ts'
import type { UsageSearch } from './usage-search.rules.ts'

const GB = 1024 ** 3

const show = ({
  used = {},
  search = {},
  onSearchChange = vi.fn(),
  seesUsage = true,
  steps = { projects: [], completed: 0 },
}: {
  used?: Partial<Record<MetricId, number>>
  search?: UsageSearch
  onSearchChange?: (search: UsageSearch) => void
  seesUsage?: boolean
  steps?: FirstSteps
}) =>
  renderPage(
    <>
      <ul>
        <UsageBadge slug="acme" />
      </ul>
      <UsagePage slug="acme" search={search} onSearchChange={onSearchChange} />
    </>,
    (client) => {
      client.setQueryData(organizationQueries.detail('acme').queryKey, {
        id: '4f0b0f0a-5d6c-4a57-9c8e-0f6f3b0f1a11',
        slug: 'acme',
        name: 'Acme',
        plan: { id: 'free', name: 'Free' },
        organization_requires_mfa: false,
        opt_in_tags: [],
        managed_by: 'basalt',
        usage_billing_enabled: false,
        created_at: '2026-01-10T00:00:00.000Z',
      })
      client.setQueryData(permissionQueries.mine().queryKey, seesUsage ? permissionsOf('developer') : [])
      client.setQueryData(firstStepQueries.of('acme').queryKey, steps)
      for (const range of [undefined, { start: '2026-02-01', end: '2026-02-03' }]) {
        client.setQueryData(usageQueries.items('acme', { range }).queryKey, aUsage(used))
        client.setQueryData(usageQueries.daily('acme', { range }).queryKey, aDailyUsage(used))
      }
    },
  )

const line = async (metric: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${metric}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('usage, included quota and overage are in one row', async () => {
  await show({ used: { EGRESS: 7 * GB, REQUESTS: 1000, DATABASE_SIZE: 250 * 1024 ** 2 } })
  expect(await line('Egress')).toEqual(['Egress', '5 GB', '7 GB', '2 GB'])
  expect(await line('Requests')).toEqual(['Requests', '500,000', '1,000', 'None'])
  expect(await line('Database size')).toEqual(['Database size', '500 MB', '250 MB', 'None'])
  expect(screen.getByText('10 Mar 2026 to 9 Apr 2026')).toBeTruthy()
})

test('each chart has tables by day and by project', async () => {
  await show({ used: { EGRESS: 7 * GB } })
  expect(await screen.findByRole('img', { name: /^Egress by day, at most 7 GB/ })).toBeTruthy()
  const days = within(await screen.findByRole('table', { name: 'Egress by day', hidden: true }))
  expect(days.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Day (UTC)Egress',
    '11 Mar 20267 GB',
  ])
  const projects = within(screen.getByRole('table', { name: 'Egress by project', hidden: true }))
  expect(projects.getByRole('link', { name: 'Shop', hidden: true })).toBeTruthy()
})

test('the header warns of an exceeded limit and links to the usage', async () => {
  await show({ used: { EGRESS: 7 * GB } })
  const badge = await screen.findByRole('link', { name: 'Exceeding usage limits' })
  expect(badge.getAttribute('href')).toBe('/org/acme/usage')
})

test('the header has no warning while usage is within the plan', async () => {
  await show({ used: { EGRESS: 5 * GB } })
  expect(await line('Egress')).toEqual(['Egress', '5 GB', '5 GB', 'None'])
  expect(screen.queryByText('Exceeding usage limits')).toBeNull()
})

test('an empty period links to the projects', async () => {
  await show({})
  expect(await screen.findByText('No data from 10 Mar 2026 to 9 Apr 2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the projects' })).toBeTruthy()
})

test('an empty custom range links to the current period', async () => {
  const onSearchChange = vi.fn()
  await show({ search: { period: 'custom', start: '2026-02-01', end: '2026-02-02' }, onSearchChange })
  await userEvent.click(await screen.findByRole('button', { name: 'Show the current period' }))
  expect(onSearchChange).toHaveBeenCalledWith({ projectRef: undefined })
})

test('an invalid range is reported and not requested', async () => {
  const onSearchChange = vi.fn()
  await show({ search: { period: 'custom', start: '2026-02-01', end: '2026-02-02' }, onSearchChange })
  const last = await screen.findByLabelText('Last day')
  await userEvent.clear(last)
  await userEvent.type(last, '2026-01-31')
  expect(await screen.findByText('The last day must not be before the first')).toBeTruthy()
  expect(onSearchChange).not.toHaveBeenCalled()
})

test('a member without access to the usage sees the reason and no warning', async () => {
  await show({ used: { EGRESS: 7 * GB }, seesUsage: false })
  expect(await screen.findByText(/^You need additional permissions to see the usage/)).toBeTruthy()
  expect(screen.queryByText('Exceeding usage limits')).toBeNull()
})

test('first steps that are left link to where they are taken', async () => {
  const done_at = '2026-03-11T10:00:00.000Z'
  await show({
    steps: {
      projects: [
        {
          ref: 'a'.repeat(20),
          name: 'Shop',
          steps: [
            { event: 'table_created', done_at, table: { schema: 'shop', name: 'orders', id: 16384 } },
            { event: 'table_data_added', done_at: null, table: null },
            { event: 'table_rls_enabled', done_at: null, table: null },
          ],
        },
        {
          ref: 'c'.repeat(20),
          name: 'Asleep',
          steps: [
            { event: 'table_created', done_at, table: { schema: 'public', name: 'notes', id: null } },
            { event: 'table_data_added', done_at: null, table: null },
            { event: 'table_rls_enabled', done_at: null, table: null },
          ],
        },
        {
          ref: 'b'.repeat(20),
          name: 'Blog',
          steps: (['table_created', 'table_data_added', 'table_rls_enabled'] as const).map((event) => ({
            event,
            done_at: null,
            table: null,
          })),
        },
      ],
      completed: 2,
    },
  })
  const table = within(await screen.findByRole('table', { name: 'First steps' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ProjectFirst tableFirst rowsRow level security',
    'ShopDone:shop.ordersAdd rowsEnable RLS',
    'AsleepDone:public.notesAdd rowsEnable RLS',
    'BlogCreate a tableAdd rowsEnable RLS',
  ])
  const hrefOf = (name: string) => table.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Create a table in Blog')).toBe(`/project/${'b'.repeat(20)}/editor?schema=public&panel=new`)
  const orders = `/project/${'a'.repeat(20)}/editor/16384?schema=shop`
  expect(hrefOf('shop.orders')).toBe(orders)
  expect(hrefOf('Add rows in Shop')).toBe(orders)
  expect(hrefOf('Enable RLS in Shop')).toBe(orders)
  expect(hrefOf('public.notes')).toBe(`/project/${'c'.repeat(20)}/editor?schema=public`)
  expect(screen.getByText('2 more projects have taken every step.')).toBeTruthy()
})

test('an organization whose projects have taken every step says so in one line', async () => {
  await show({ steps: { projects: [], completed: 1 } })
  expect(await screen.findByText('The only project has taken every step.')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'First steps' })).toBeNull()
})
