import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { authQueries } from './auth.queries.ts'
import { anAuthUser } from './auth-users.fixture.ts'
import { UsersPage } from './UsersPage.tsx'

interface Shown {
  users?: AuthUser[]
  disabled?: FeatureKey[]
  as?: Role
}

async function show({ users = [], disabled = [], as = 'owner' }: Shown = {}) {
  const project = aProject()
  const { ref } = project
  await renderPage(<UsersPage project={project} search={{}} />, (client) => {
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
    client.setQueryData(authQueries.settings(ref).queryKey, authDefaults)
    client.setQueryData(installationQueries.config().queryKey, {
      edition: 'platform',
      version: '1',
      setup_required: false,
      disabled_features: disabled,
      origin: 'http://localhost',
    })
    client.setQueryData(
      authQueries.userList(ref, { search: '', filter: 'all', provider: undefined, sort: 'created_at' })
        .queryKey,
      { pages: [{ users, next_cursor: null, total: users.length }], pageParams: [''] },
    )
  })
  await screen.findByRole('searchbox', { name: 'Search users' })
  return { ref, user: userEvent.setup() }
}

/** Answers changes of users; `refused` are the ids for whom the server refuses. Returns the calls. */
function serveChanges(refused: readonly string[] = []) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Response('{}', { status: 503 })
    calls.push(`${method} ${url.replace(/^.*\/auth\/\w+/, '')} ${body ?? ''}`.trim())
    if (refused.some((id) => url.includes(id)))
      return Response.json(
        { code: 'conflict', message: 'A row still refers to it', requestId: 'r' },
        { status: 409 },
      )
    return Response.json(method === 'PATCH' ? anAuthUser() : { done: true })
  })
  return calls
}

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(screen.getByRole('button', { name: / selected$/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('alertdialog')
}

test('without users the page says how they come about', async () => {
  await show()
  expect(await screen.findByText('No users yet')).toBeTruthy()
})

test.each<[FeatureKey, () => HTMLElement | null]>([
  ['authentication:show_send_invitation', () => screen.queryByRole('button', { name: 'Invite user' })],
  ['authentication:show_user_type_filter', () => screen.queryByRole('combobox', { name: 'Filter users' })],
  [
    'authentication:show_provider_filter',
    () => screen.queryByRole('combobox', { name: 'Filter by provider' }),
  ],
])('%s hides its control', async (feature, control) => {
  await show()
  await waitFor(() => expect(control()).not.toBeNull())
  cleanup()
  await show({ disabled: [feature] })
  expect(control()).toBeNull()
})

test.each<[FeatureKey, string]>([
  ['authentication:show_sort_by_email', 'Email A–Z'],
  ['authentication:show_sort_by_phone', 'Phone number'],
])('%s hides its order', async (feature, label) => {
  const { user } = await show({ disabled: [feature] })
  // Focus loads it; until then a button stands for it.
  const box = () => screen.getByRole('combobox', { name: 'Sort users' })
  box().focus()
  await waitFor(() => expect(box().id).not.toBe(''))
  await user.click(box())
  await screen.findByRole('option', { name: 'Newest first' })
  expect(screen.queryByRole('option', { name: label })).toBeNull()
})

test('authentication:show_email_phone_columns hides the column of phone numbers', async () => {
  const { user } = await show({ disabled: ['authentication:show_email_phone_columns'] })
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('menuitemcheckbox', { name: 'State' })
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Phone' })).toBeNull()
})

test('users are selected by keyboard, one by one or all that are shown', async () => {
  const [ann, bob] = [anAuthUser({ email: 'ann@example.com' }), anAuthUser({ email: 'bob@example.com' })]
  const { user } = await show({ users: [ann, bob] })
  const all = await screen.findByRole('checkbox', { name: 'Select all users shown' })
  all.focus()
  await user.keyboard(' ')
  expect(await screen.findByRole('button', { name: '2 selected' })).toBeTruthy()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select ann@example.com' }))
  await user.keyboard(' ')
  expect(await screen.findByRole('button', { name: '1 selected' })).toBeTruthy()
})

test('several users are banned for the chosen time', async () => {
  const calls = serveChanges()
  const users = [anAuthUser(), anAuthUser()]
  const { user } = await show({ users })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all users shown' }))
  const question = await choose(user, 'Ban')
  await user.click(within(question).getByRole('combobox', { name: 'Length of the ban' }))
  await user.click(await screen.findByRole('option', { name: '1 week' }))
  await user.click(within(question).getByRole('button', { name: 'Ban 2 users' }))
  await waitFor(() => expect(calls).toEqual(users.map(({ id }) => `PATCH /users/${id} {"ban_hours":168}`)))
  expect(await screen.findByText('2 users banned')).toBeTruthy()
})

test('users who could not be deleted are named with the reason, and stay selected', async () => {
  const [ann, bob] = [anAuthUser({ email: 'ann@example.com' }), anAuthUser({ email: 'bob@example.com' })]
  serveChanges([bob.id])
  const { user } = await show({ users: [ann, bob] })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all users shown' }))
  const question = await choose(user, 'Delete')
  await user.click(within(question).getByRole('button', { name: 'Delete 2 users' }))
  expect(await screen.findByText('1 user deleted. 1 did not work.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'What did not work' }).textContent).toBe(
    'bob@example.comA row still refers to it',
  )
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('button', { name: '1 selected' })).toBeTruthy()
})

test('mail goes only to users with an address, and the others are named', async () => {
  const calls = serveChanges()
  const users = [anAuthUser({ email: 'ann@example.com' }), anAuthUser({ email: null, phone: '15550001' })]
  const { user } = await show({ users })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all users shown' }))
  const question = await choose(user, 'Send sign-in links')
  await user.click(within(question).getByRole('button', { name: 'Send links' }))
  expect(await screen.findByText('1 sign-in link sent. 1 did not work.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'What did not work' }).textContent).toBe(
    '15550001Has no email address',
  )
  expect(calls).toEqual(['POST /magiclink {"email":"ann@example.com"}'])
})

test('a member who may only read sees why users cannot be changed', async () => {
  const { user } = await show({ users: [anAuthUser()], as: 'read_only' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all users shown' }))
  expect((await screen.findByRole('button', { name: '1 selected' })).getAttribute('aria-disabled')).toBe(
    'true',
  )
})
