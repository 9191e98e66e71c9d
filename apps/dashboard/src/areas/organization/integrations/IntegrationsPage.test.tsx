import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { IntegrationsPage } from './IntegrationsPage.tsx'
import { integrationQueries } from './integrations.queries.ts'

const webhook: Webhook = {
  id: '0b6f7c1e-54a5-4a0e-8f7d-3b8f1c2d3e4f',
  name: 'Operations',
  origin: 'https://chat.example.com',
  format: 'slack',
  priorities: ['Critical', 'Warning'],
  is_enabled: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_delivery: null,
}

const show = (webhooks: Webhook[]) =>
  renderPage(<IntegrationsPage slug="acme" />, (client) =>
    client.setQueryData(integrationQueries.webhooks('acme').queryKey, webhooks),
  )

test('a webhook shows its destination, its priorities and that it is stopped', async () => {
  await show([webhook])
  const item = screen.getByRole('listitem')
  expect(item.textContent).toContain('https://chat.example.com · Critical and Warning')
  expect(within(item).getByText('Stopped')).toBeTruthy()
  expect(within(item).getByText('Nothing sent yet')).toBeTruthy()
})

test('without webhooks the list explains them', async () => {
  await show([])
  expect(screen.getByText('No webhooks yet')).toBeTruthy()
})

test('a new webhook needs a name, an address and a priority', async () => {
  await show([])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New webhook' }))
  const dialog = await screen.findByRole('dialog', { name: 'New webhook' })
  for (const name of ['Critical', 'Warning', 'Info'])
    await user.click(within(dialog).getByRole('checkbox', { name }))
  await user.click(within(dialog).getByRole('button', { name: 'Add webhook' }))
  expect(await within(dialog).findByText('The name needs at least 1 character')).toBeTruthy()
  expect(within(dialog).getByText(/Enter an address such as/)).toBeTruthy()
  expect(within(dialog).getByText('Choose at least one priority')).toBeTruthy()
})

test('an empty address keeps the current one', async () => {
  await show([webhook])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Actions for Operations' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit webhook' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Operations' })
  expect(dialog.textContent).toContain('Currently https://chat.example.com.')
  await user.click(within(dialog).getByRole('button', { name: 'Save webhook' }))
  expect(within(dialog).queryByText(/Enter an address such as/)).toBeNull()
})

test('deleting asks for confirmation and names the webhook', async () => {
  await show([webhook])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Actions for Operations' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete webhook' }))
  expect(await screen.findByRole('alertdialog', { name: 'Delete Operations' })).toBeTruthy()
})
