import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { ApiKeysPage } from './ApiKeysPage.tsx'
import type { KeyTab } from './key-tabs.rules.ts'
import { keyQueries } from './keys.queries.ts'

const shared = {
  description: '',
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  can_reveal: false,
}
const publishable: ApiKey = {
  ...shared,
  id: '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  type: 'publishable',
  name: 'iOS app',
  api_key: 'bst_publishable_0123',
  hint: 'bst_publishable_…0123',
}
const secret: ApiKey = {
  ...shared,
  id: '1b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  type: 'secret',
  name: 'Order worker',
  api_key: null,
  hint: 'bst_secret_…8443',
}
const legacy = (name: string, api_key: string | null): ApiKey => ({
  ...shared,
  id: null,
  type: 'legacy',
  name,
  api_key,
  hint: null,
})

async function show(keys: ApiKey[], { as = 'owner' as Role, tab = 'keys' as KeyTab, enabled = true } = {}) {
  const project = aProject()
  await renderPage(
    <ApiKeysPage projectRef={project.ref} tab={tab} onTabChange={() => undefined} />,
    (client) => {
      client.setQueryData(projectQueries.detail(project.ref).queryKey, project)
      client.setQueryData(keyQueries.list(project.ref).queryKey, keys)
      client.setQueryData(keyQueries.legacy(project.ref).queryKey, { enabled, last_used_at: null })
      client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
    },
  )
  return userEvent.setup()
}

test('a publishable key can be copied, a secret one has only a hint', async () => {
  await show([publishable, secret])
  const publishables = within(screen.getByRole('table', { name: 'Publishable keys' }))
  expect(publishables.getAllByText('bst_publishable_0123').length).toBeGreaterThan(0)
  const secrets = within(screen.getByRole('table', { name: 'Secret keys' }))
  expect(secrets.getAllByText('bst_secret_…8443').length).toBeGreaterThan(0)
  expect(secrets.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test('the secret key created with the project can be revealed', async () => {
  await show([{ ...secret, name: 'default', can_reveal: true }])
  expect(screen.getAllByRole('button', { name: 'Reveal' }).length).toBeGreaterThan(0)
})

test('read-only members cannot reveal a secret key', async () => {
  await show([{ ...secret, can_reveal: true }], { as: 'read_only' })
  for (const button of screen.getAllByRole('button', { name: 'Reveal' }))
    expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('a revealed key cannot be revealed again', async () => {
  await show([secret])
  expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull()
})

test('revoking asks for confirmation and names the key', async () => {
  const user = await show([secret])
  await user.click(screen.getByRole('button', { name: 'Actions for Order worker' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke key' }))
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Order worker' })
  expect(question.textContent).toContain('cannot be undone')
})

test('a key without a name is refused before the server is called', async () => {
  const user = await show([])
  await user.click(screen.getByRole('button', { name: 'New secret key' }))
  await user.click(await screen.findByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('The name needs at least 1 character')).toBeTruthy()
})

test('the service key is hidden until revealed', async () => {
  const user = await show([legacy('anon', 'eyJ.anon'), legacy('service_role', 'eyJ.service')], {
    tab: 'legacy',
  })
  expect(screen.getByText('eyJ.anon')).toBeTruthy()
  expect(screen.queryByText('eyJ.service')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reveal service_role key' }))
  expect(screen.getByText('eyJ.service')).toBeTruthy()
})

test('disabling the legacy keys asks for confirmation and says when they were last used', async () => {
  const user = await show([legacy('anon', 'eyJ.anon')], { tab: 'legacy' })
  await user.click(screen.getByRole('button', { name: 'Disable legacy keys' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('They were last used: never')
})

test('legacy keys that are disabled can be enabled again', async () => {
  await show([], { tab: 'legacy', enabled: false })
  expect(screen.getByText('Legacy keys are disabled')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Enable legacy keys' })).toBeTruthy()
})

test('a read-only member finds every change disabled, with the reason', async () => {
  await show([publishable], { as: 'read_only' })
  const button = screen.getByRole('button', { name: 'New publishable key' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(refusalOf(needs.createApiKeys), { ignore: false }).length).toBeGreaterThan(0)
})

test('a read-only member cannot reveal the service key', async () => {
  await show([legacy('service_role', null)], { as: 'read_only', tab: 'legacy' })
  const reveal = screen.getByRole('button', { name: 'Reveal service_role key' })
  expect(reveal.getAttribute('aria-disabled')).toBe('true')
})
