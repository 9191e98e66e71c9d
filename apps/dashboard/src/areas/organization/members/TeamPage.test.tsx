import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionsOf } from '../permissions/permissions.fixture.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { aMember, anInvitation } from './members.fixture.ts'
import { memberQueries } from './members.queries.ts'
import { TeamPage } from './TeamPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const ada = aMember()
const bob = aMember({
  user_id: '33333333-3333-4333-8333-333333333333',
  email: 'bob@example.com',
  role_id: 'developer',
  mfa_enabled: true,
})

const show = ({ as = ada, search = '', onSearchChange = vi.fn() } = {}) =>
  renderPage(
    <TeamPage slug="acme" userId={as.user_id} search={search} onSearchChange={onSearchChange} />,
    (client) => {
      client.setQueryData(organizationQueries.detail('acme').queryKey, {
        id: '4f0b0f0a-5d6c-4a57-9c8e-0f6f3b0f1a11',
        slug: 'acme',
        name: 'Acme',
        plan: { id: 'pro', name: 'Pro' },
        organization_requires_mfa: false,
        opt_in_tags: [],
        managed_by: 'basalt',
        usage_billing_enabled: false,
        created_at: '2026-01-01T00:00:00.000Z',
      })
      client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as.role_id as Role))
      client.setQueryData(memberQueries.list('acme').queryKey, [ada, bob])
      client.setQueryData(memberQueries.invitations('acme').queryKey, [anInvitation({ is_expired: true })])
    },
  )

const lines = async () =>
  within(await screen.findByRole('table', { name: 'Team' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

const itemsOf = async (email: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${email}` }))
  return screen.findAllByRole('menuitem')
}

test('members and invitations are in one list with their roles', async () => {
  await show()
  const [first, second, third] = await lines()
  expect(first).toContain('ada@example.comYouOwner')
  expect(second).toContain('bob@example.comDeveloper')
  expect(third).toContain('carl@example.comInvitation expiredDeveloper')
})

test('a member with MFA is marked', async () => {
  await show()
  const [ofAda, ofBob] = (await screen.findAllByRole('row')).slice(1)
  expect(within(ofAda!).queryByRole('img', { name: 'Multi-factor authentication is on' })).toBeNull()
  expect(within(ofBob!).getAllByRole('img', { name: 'Multi-factor authentication is on' })).not.toEqual([])
})

test('a member who cannot invite sees the button with the reason, and no invitations', async () => {
  await show({ as: bob })
  expect(await lines()).toHaveLength(2)
  const button = screen.getByRole('button', { name: 'Invite members' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(
    screen.getByText('You need additional permissions to invite members. Ask an owner or administrator.'),
  ).toBeTruthy()
})

test('the last owner cannot leave, with a reason', async () => {
  await show()
  const leave = (await itemsOf('ada@example.com')).find(({ textContent }) =>
    textContent?.startsWith('Leave team'),
  )
  expect(leave?.getAttribute('aria-disabled')).toBe('true')
  expect(leave?.textContent).toContain('Make someone else an owner first')
})

test('a developer can only leave', async () => {
  await show({ as: bob })
  const others = await itemsOf('ada@example.com')
  expect(others.every((item) => item.getAttribute('aria-disabled') === 'true')).toBe(true)
  await userEvent.keyboard('{Escape}')
  const own = await itemsOf('bob@example.com')
  await userEvent.click(own.find(({ textContent }) => textContent === 'Leave team')!)
  expect(await screen.findByRole('alertdialog', { name: 'Leave Acme' })).toBeTruthy()
})

test('an invalid address is reported before the server is called', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Invite members' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email addresses' }), 'a@x.de, dora')
  await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }))
  expect(await screen.findByText('dora is not an email address such as name@example.com')).toBeTruthy()
})

test('limiting a member to projects requires at least one', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Invite members' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email addresses' }), 'dora@x.de')
  await userEvent.click(screen.getByRole('radio', { name: 'Selected projects' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }))
  expect(await screen.findByText('Choose at least one project')).toBeTruthy()
})

test('a change of access is summarized before it is saved', async () => {
  await show()
  const items = await itemsOf('bob@example.com')
  await userEvent.click(items.find(({ textContent }) => textContent === 'Manage access')!)
  const dialog = await screen.findByRole('dialog', { name: 'Access of bob@example.com' })
  const isOffered = () =>
    within(dialog).getByRole('button', { name: 'Save access' }).getAttribute('aria-disabled') !== 'true'
  expect(isOffered()).toBe(false)
  await userEvent.click(within(dialog).getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: /^Read-only/ }))
  expect(await within(dialog).findByText('Developer becomes Read-only.')).toBeTruthy()
  expect(isOffered()).toBe(true)
})

test('a role changed elsewhere is reported and displayed, not overwritten', async () => {
  const now = { ...bob, role_id: 'administrator' as const }
  const ask = vi.fn(async (url: string, init?: RequestInit) => {
    if (init?.method === 'PATCH')
      return Response.json(
        { code: 'conflict', message: 'The access of bob@example.com was changed meanwhile', requestId: 'r' },
        { status: 409 },
      )
    return Response.json(url.includes('/invitations') ? [] : url.includes('/members') ? [ada, now] : [])
  })
  vi.stubGlobal('fetch', ask)
  await show()
  const items = await itemsOf('bob@example.com')
  await userEvent.click(items.find(({ textContent }) => textContent === 'Manage access')!)
  const dialog = await screen.findByRole('dialog', { name: 'Access of bob@example.com' })
  await userEvent.click(within(dialog).getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: /^Read-only/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save access' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('was changed meanwhile')
  const sent = ask.mock.calls.find(([, init]) => init?.method === 'PATCH')?.[1]?.body
  expect(JSON.parse(String(sent))).toEqual({
    role_id: 'read_only',
    previous: { role_id: 'developer', projects: [] },
  })
  await waitFor(() => expect(within(dialog).getByRole('combobox').textContent).toContain('Administrator'))
})

test('a search without matches can be cleared', async () => {
  const onSearchChange = vi.fn()
  await show({ search: 'zzz', onSearchChange })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }))
  expect(onSearchChange).toHaveBeenCalledWith('')
})
