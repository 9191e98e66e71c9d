import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { McpPanel } from './McpPanel.tsx'

const show = (edition: Edition = 'platform') =>
  renderPage(
    <McpPanel
      projectRef="shop"
      search={{}}
      onSearchChange={() => undefined}
      onResetPassword={() => undefined}
    />,
    (client) =>
      client.setQueryData(installationQueries.config().queryKey, {
        edition,
        version: '1',
        setup_required: false,
        disabled_features: [],
        origin: 'http://localhost',
      }),
  )
const region = (name: string) => screen.getByRole('region', { name }).textContent
const box = (name: string) => screen.getByRole('checkbox', { name })
const { origin } = window.location

test('selected options appear in the server URL and the configuration', async () => {
  await show()
  const user = userEvent.setup()
  expect(region('Server URL')).toBe(`${origin}/mcp?project_ref=shop`)
  expect(screen.getByText(/every group except Storage is on/)).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: 'Read-only' }))
  await user.click(box('Storage'))
  await user.click(box('Documentation'))
  const address = `${origin}/mcp?project_ref=shop&read_only=true&features=docs,storage`
  expect(region('Server URL')).toBe(address)
  expect(region('Client configuration')).toContain(address)
  expect(screen.queryByText(/None selected/)).toBeNull()
  await user.click(box('Storage'))
  expect(region('Server URL')).toBe(`${origin}/mcp?project_ref=shop&read_only=true&features=docs`)
})

test('an agent is given a branch of its own, or only reads', async () => {
  await show()
  const user = userEvent.setup()
  await user.click(screen.getByRole('switch', { name: 'Own branch' }))
  expect(region('Server URL')).toBe(`${origin}/mcp?project_ref=shop&branch=auto`)
  await user.click(screen.getByRole('switch', { name: 'Read-only' }))
  expect(region('Server URL')).toBe(`${origin}/mcp?project_ref=shop&read_only=true`)
  expect(screen.getByRole('switch', { name: 'Own branch' }).getAttribute('aria-checked')).toBe('false')
})

test('groups without tools for a project are disabled with a reason', async () => {
  await show()
  for (const name of ['Account', 'Functions']) expect(box(name).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('This installation has no edge functions.')).toBeTruthy()
})

test('the selected client is stored; an unsupported one has a reason', async () => {
  const first = await show()
  const user = userEvent.setup()
  expect(screen.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')).toMatch(/^cursor:/)
  const choose = async (name: RegExp) => {
    await user.click(screen.getByRole('combobox', { name: 'Client' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose(/ChatGPT/)
  expect(screen.getByText('ChatGPT does not work with this server')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Client configuration' })).toBeNull()
  await choose(/Claude Code/)
  expect(region('Command that adds the server')).toContain(
    "claude mcp add --scope project --transport http basalt '",
  )
  first.unmount()
  await show()
  expect(region('Command that adds the server')).toContain('claude mcp add')
})

test('without sign-in there are three groups, all enabled, and no token', async () => {
  await show('self-hosted')
  expect(region('Server URL')).toBe(`${origin}/mcp?features=docs,database,development`)
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect(screen.queryByRole('link', { name: /Create an access token/ })).toBeNull()
  expect(document.body.textContent).not.toMatch(/Bearer/)
})

test('the self-hosted edition gives agents a branch of their own, too', async () => {
  await show('self-hosted')
  await userEvent.click(screen.getByRole('switch', { name: 'Own branch' }))
  expect(region('Server URL')).toBe(`${origin}/mcp?branch=auto&features=docs,database,development`)
})
