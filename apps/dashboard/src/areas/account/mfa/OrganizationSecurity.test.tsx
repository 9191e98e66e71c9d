import type { OrganizationMfa } from '@basalt/contract/mfa/mfa.schema.ts'
import { refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { mfaQueries } from './mfa.queries.ts'
import { OrganizationSecurity } from './OrganizationSecurity.tsx'

async function show(
  requirement: OrganizationMfa,
  { enrolledAt = '2026-03-01T12:00:00.000Z' as string | null, as = 'owner' as Role } = {},
) {
  await renderPage(<OrganizationSecurity slug="acme" tabs={null} />, (client) => {
    client.setQueryData(mfaQueries.organization('acme').queryKey, requirement)
    client.setQueryData(mfaQueries.status().queryKey, { enrolled_at: enrolledAt, recovery_codes_left: 10 })
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  return userEvent.setup()
}

test('requiring it asks for confirmation and names the number of members who lose access', async () => {
  const user = await show({ required: false, members: 5, members_enrolled: 2 })
  expect(screen.getByText('2 of 5 members have set it up.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Require it' }))
  const question = await screen.findByRole('alertdialog', { name: 'Require multi-factor authentication' })
  expect(question.textContent).toContain('3 members have not set it up and will lose access at once')
})

test('an owner without MFA cannot require it, and gets a link to set it up', async () => {
  const user = await show({ required: false, members: 1, members_enrolled: 0 }, { enrolledAt: null })
  const button = screen.getByRole('button', { name: 'Require it' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  // By keyboard, because a hovering pointer has opened it already and a click would close it.
  button.focus()
  await user.keyboard('{Enter}')
  const link = await screen.findByRole('link', { name: 'Go to your account' })
  expect(link.getAttribute('href')).toBe('/account/security')
})

test('the requirement can be removed', async () => {
  const user = await show({ required: true, members: 1, members_enrolled: 1 })
  expect(screen.getByText('Required')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop requiring it' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('with their password alone')
})

test('an administrator sees that only owners can change it', async () => {
  const user = await show({ required: false, members: 2, members_enrolled: 2 }, { as: 'administrator' })
  const button = screen.getByRole('button', { name: 'Require it' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.hover(button)
  // Twice: in the tooltip and in the button's description.
  await waitFor(() => expect(screen.getAllByText(refusalOf(needs.requireMfa))).toHaveLength(2))
})
