import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionsOf } from '../permissions/permissions.fixture.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { OrganizationAudit } from './OrganizationAudit.tsx'

const showAs = (role: Role) =>
  renderPage(<OrganizationAudit slug="acme" tabs={null} search={{}} onSearchChange={vi.fn()} />, (client) => {
    client.setQueryData(organizationQueries.detail('acme').queryKey, {
      id: '4f0b0f0a-5d6c-4a57-9c8e-0f6f3b0f1a11',
      slug: 'acme',
      name: 'Acme',
      plan: { id: 'free', name: 'Free' },
      organization_requires_mfa: false,
      opt_in_tags: [],
      managed_by: 'basalt',
      usage_billing_enabled: false,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(role))
  })

test('the log names its retention, which depends on the plan', async () => {
  await showAs('administrator')
  expect(await screen.findByText(/in the last 30 days/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Export CSV' })).toBeTruthy()
})

test('a member without access to the log sees whom to ask and no exports', async () => {
  await showAs('developer')
  expect(
    await screen.findByText(
      'You need additional permissions to read the audit log. Ask an owner or administrator.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})
