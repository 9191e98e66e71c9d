import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { installationQueries } from '../installation/installation.queries.ts'
import { InstanceOverview } from './InstanceOverview.tsx'
import { facts } from './instance.fixture.ts'
import { instanceQueries } from './instances.queries.ts'

const show = (known?: InstanceFacts, edition: Edition = 'platform') =>
  renderPage(<InstanceOverview projectRef="shop" />, (client) => {
    client.setQueryData(installationQueries.config().queryKey, {
      edition,
      version: '0.0.0',
      setup_required: false,
      disabled_features: [],
    })
    if (known) client.setQueryData(instanceQueries.facts('shop').queryKey, known)
  })

const factOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent
const unreachable = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
afterEach(() => vi.unstubAllGlobals())

test('facts are shown in units for people, the address to copy', async () => {
  unreachable()
  await show(facts())
  await screen.findByText('PostgreSQL')
  expect(factOf('PostgreSQL')).toBe('18.4')
  expect(factOf('Database size')).toBe('8 MB40 MB on the disk, with write-ahead log')
  expect(factOf('Connections')).toBe('3 of 60')
  const copies = screen.getAllByRole('button', { name: /^Copy (host|port|database|user)$/ })
  expect(copies).toHaveLength(4)
  expect(screen.getByRole('region', { name: 'psql command' }).textContent).toContain('127.0.0.1:24400')
})

test('a changed direct port is shown with the former one', async () => {
  unreachable()
  await show(facts({ port_moved: { from: 54400, to: 24400, at: new Date().toISOString() } }))
  expect(await screen.findByText('The direct port is now 24400')).toBeTruthy()
  expect(screen.getByText(/It was 54400 until/)).toBeTruthy()
})

test('a direct port that never changed is not mentioned', async () => {
  unreachable()
  await show(facts())
  await screen.findByText('PostgreSQL')
  expect(screen.queryByText(/The direct port is now/)).toBeNull()
})

test('what a database that just stopped cannot tell is left open', async () => {
  unreachable()
  await show(facts({ host: null, port: null, database_bytes: null, connections: null, started_at: null }))
  await screen.findByText('PostgreSQL')
  expect([factOf('Connections'), factOf('Uptime'), factOf('Host')]).toEqual(['–', '–', '–'])
  expect(screen.queryByRole('region', { name: 'psql command' })).toBeNull()
})

test('without accounts there is no token to make', async () => {
  unreachable()
  await show(facts(), 'self-hosted')
  expect(await screen.findByRole('link', { name: 'Open the SQL editor' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Make an access token' })).toBeNull()
})

test('facts that cannot be had can be asked for again', async () => {
  unreachable()
  await show()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to retrieve the facts of the database')).toBeTruthy()
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
})
