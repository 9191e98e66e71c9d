import type { SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { JwtSecretCard } from './JwtSecretCard.tsx'
import { SigningKeys } from './SigningKeys.tsx'
import { aSigningKey } from './signing-key.fixture.ts'
import { signingKeyQueries } from './signing-keys.queries.ts'

const legacy = aSigningKey({ id: 'legacy', algorithm: 'HS256' })

async function show(page: (ref: string) => ReactNode, keys: SigningKey[], as: Role = 'owner') {
  const project = aProject()
  await renderPage(page(project.ref), (client) => {
    client.setQueryData(projectQueries.detail(project.ref).queryKey, project)
    client.setQueryData(signingKeyQueries.list(project.ref).queryKey, keys)
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  return userEvent.setup()
}
const keyPage = (ref: string) => <SigningKeys projectRef={ref} />
const secretPage = (ref: string) => <JwtSecretCard projectRef={ref} />
const isOff = (name: string | RegExp) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

test('each key shows its status and its actions', async () => {
  await show(keyPage, [aSigningKey({ status: 'standby' }), { ...legacy, status: 'in_use' }])
  const rows = within(screen.getByRole('table', { name: 'Signing keys' })).getAllByRole('row')
  expect(rows[1]!.textContent).toContain('Standby')
  expect(within(rows[1]!).getAllByRole('button', { name: /^(Rotate keys|Delete)/ })).toHaveLength(2)
  expect(rows[2]!.textContent).toContain('Legacy JWT secret')
  expect(within(rows[2]!).queryAllByRole('button')).toEqual([])
  expect(isOff('Create standby key')).toBe(true)
})

test('rotating asks for confirmation and says that users stay signed in', async () => {
  const user = await show(keyPage, [aSigningKey({ status: 'standby' }), legacy])
  await user.click(screen.getByRole('button', { name: /^Rotate keys/ }))
  const question = await screen.findByRole('alertdialog', { name: 'Rotate keys' })
  expect(question.textContent).toContain('Nobody is signed out')
})

test('revoking asks for confirmation and says who is signed out', async () => {
  const user = await show(keyPage, [aSigningKey(), { ...legacy, status: 'previously_used' }])
  await user.click(screen.getByRole('button', { name: 'Revoke: Legacy JWT secret' }))
  const question = await screen.findByRole('alertdialog', { name: 'Revoke the legacy JWT secret' })
  expect(question.textContent).toContain('users who still hold one are signed out')
})

test('changing the secret says what stops working, and rejects a short secret', async () => {
  const user = await show(secretPage, [legacy])
  await user.click(screen.getByRole('button', { name: 'Change secret' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the JWT secret' }))
  expect(dialog.getByText(/current anon and service_role keys/)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'A secret of your own' }))
  await user.type(await dialog.findByLabelText('Your secret'), 'too short')
  await user.click(dialog.getByRole('button', { name: 'Change secret' }))
  expect(await dialog.findByText(/needs at least 32 characters/)).toBeTruthy()
})

test('a read-only member sees the state of the secret, but cannot reveal or change it', async () => {
  await show(secretPage, [legacy], 'read_only')
  expect(screen.getByText(/^In use\./)).toBeTruthy()
  expect(isOff('Reveal JWT secret')).toBe(true)
  expect(isOff('Change secret')).toBe(true)
})
