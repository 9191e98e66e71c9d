import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { addonQueries } from '../../project/addons/addons.queries.ts'
import { permissionsOf } from '../permissions/permissions.fixture.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { aUsage } from '../usage/usage.fixture.ts'
import { usageQueries } from '../usage/usage.queries.ts'
import { BillingPage } from './BillingPage.tsx'
import { billingQueries } from './billing.queries.ts'

const show = (role: Role = 'owner') =>
  renderPage(<BillingPage slug="acme" />, (client) => {
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(role))
    client.setQueryData(usageQueries.current('acme').queryKey, aUsage({ ACTIVE_CALLERS: 11 }))
    client.setQueryData(addonQueries.use('acme').queryKey, [
      { type: 'ipv4', name: 'IPv4 address', projects: 3, of: 4 },
    ])
    client.setQueryData(billingQueries.subscription('acme').queryKey, {
      plan: { id: 'pro', name: 'Pro' },
      current_period_start: '2026-03-10T00:00:00.000Z',
      current_period_end: '2026-04-10T00:00:00.000Z',
      usage_billing_enabled: false,
    })
  })

test('every other plan is an upgrade or a downgrade', async () => {
  await show()
  expect(await screen.findByText('Current plan: Pro')).toBeTruthy()
  const plans = within(screen.getByRole('table', { name: 'Plans' }))
  expect(plans.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Downgrade to Free',
    'Upgrade to Team',
    'Upgrade to Enterprise',
  ])
})

test('add-ons are counted over the projects', async () => {
  await show()
  expect(await screen.findByText('On in 3 of 4 projects')).toBeTruthy()
})

test('a downgrade lists lower limits and those already exceeded', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Downgrade to Free' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Downgrade to Free' }))
  const lower = within(dialog.getByRole('region', { name: 'Lower limits' }))
  expect(lower.getAllByRole('listitem')[0]?.textContent).toContain('Database size8 GB →becomes 500 MB')
  expect(dialog.queryByRole('region', { name: 'Higher limits' })).toBeNull()
  expect(dialog.getByText('Active callers: 11 of 10')).toBeTruthy()
  expect(dialog.getByText(/older than 30 days are deleted/)).toBeTruthy()
  expect(
    dialog.getByText(/point-in-time recovery is switched off and read replicas are removed/),
  ).toBeTruthy()
})

test('an upgrade lists higher limits and no losses', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Enterprise' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Upgrade to Enterprise' }))
  const higher = within(dialog.getByRole('region', { name: 'Higher limits' }))
  expect(higher.getAllByRole('listitem')[0]?.textContent).toContain('Unlimited')
  expect(dialog.queryByText('Already exceeded')).toBeNull()
})

test('a developer sees the plans and why they cannot be changed', async () => {
  await show('developer')
  const button = await screen.findByRole('button', { name: 'Upgrade to Team' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(/^You need additional permissions to change the plan/)[0]).toBeTruthy()
})

test('a member without access to billing sees only the reason', async () => {
  await show('read_only')
  expect(await screen.findByText(/^You need additional permissions to read the billing/)).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Plans' })).toBeNull()
})
