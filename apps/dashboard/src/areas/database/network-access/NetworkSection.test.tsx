import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { NetworkSection } from './NetworkSection.tsx'
import { networkAccessQueries } from './network-access.queries.ts'

const ban = {
  address: '192.0.2.7',
  failures: 20,
  banned_at: '2026-01-01T10:00:00.000Z',
  until: '2026-01-01T10:30:00.000Z',
}

async function show({ bans = [ban], as = 'owner' as Role } = {}) {
  const project = aProject({ status: 'ACTIVE_HEALTHY' })
  await renderPage(<NetworkSection project={project} />, (client) => {
    client.setQueryData(networkAccessQueries.of(project.ref).queryKey, {
      ssl_enforced: false,
      allowed_cidrs: ['10.0.0.0/8'],
      your_address: '192.0.2.1',
    })
    client.setQueryData(networkAccessQueries.bans(project.ref).queryKey, bans)
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  await screen.findByRole('form', { name: 'Network restrictions' })
  return userEvent.setup()
}

test('enforcing SSL asks for confirmation, because it ends connections', async () => {
  const user = await show()
  await user.click(screen.getByRole('switch', { name: 'Enforce SSL on incoming connections' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Enforce SSL' })
  expect(dialog.textContent).toContain('Open connections end')
})

test('allowed addresses are one per line, and an invalid one is reported', async () => {
  const user = await show()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Allowed addresses')
  expect(field.value).toBe('10.0.0.0/8')
  expect(screen.getByText('Your address: 192.0.2.1')).toBeTruthy()
  await user.type(field, '{Enter}office')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/“office” is not an address/)).toBeTruthy()
})

test('the ban of an address can be lifted', async () => {
  await show()
  expect(screen.getByRole('button', { name: 'Lift the ban of 192.0.2.7' })).toBeTruthy()
})

test('without banned addresses the rule is explained', async () => {
  await show({ bans: [] })
  expect(screen.getByText(/No address is banned. After 20 wrong passwords/)).toBeTruthy()
})

test('a read-only member changes nothing', async () => {
  await show({ as: 'read_only' })
  for (const name of ['Save', 'Lift the ban of 192.0.2.7'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  const control = screen.getByRole('switch', { name: 'Enforce SSL on incoming connections' })
  expect(control.getAttribute('aria-disabled')).toBe('true')
})
