import type { Edition, InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import type { QueryHistoryEntry } from '@basalt/contract/query-history/query-history.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { queryHistoryQueries } from '../../sql/query-history/query-history.queries.ts'
import { InstanceOverview } from './InstanceOverview.tsx'
import { facts } from './instance.fixture.ts'
import { instanceQueries } from './instances.queries.ts'

const config = (edition: Edition): InstallationConfig => ({
  edition,
  version: '0.0.0',
  setup_required: false,
  disabled_features: [],
  origin: 'http://localhost',
})

const aRun: QueryHistoryEntry = {
  id: '7d6b4d3a-6f0e-4a94-9a3b-0d7c0a1f2e11',
  sql: 'select *\nfrom orders',
  is_cut: false,
  started_by: 'ada@example.com',
  role: 'postgres',
  database: 'shop',
  started_at: '2026-01-02T03:04:05.000Z',
  duration_ms: 3,
  row_count: null,
  outcome: 'failed',
  error: 'relation "orders" does not exist',
  sqlstate: '42P01',
}

const show = (known?: InstanceFacts, edition: Edition = 'platform') =>
  renderPage(<InstanceOverview projectRef="shop" hasBucket={false} />, (client) => {
    client.setQueryData(installationQueries.config().queryKey, config(edition))
    if (known) client.setQueryData(instanceQueries.facts('shop').queryKey, known)
  })

const factOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent
const unreachable = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
afterEach(() => vi.unstubAllGlobals())

test('values have units, and the address can be copied', async () => {
  unreachable()
  await show(facts())
  await screen.findByText('PostgreSQL')
  expect(factOf('PostgreSQL')).toBe('18.4')
  expect(factOf('Disk')).toBe('40 MB8 MB of it in the database')
  expect(factOf('Connections now')).toBe('3 of 60')
  const copies = screen.getAllByRole('button', { name: /^Copy (host|port|database|user)$/ })
  expect(copies).toHaveLength(4)
  expect(screen.getByRole('region', { name: 'psql command' }).textContent).toContain('127.0.0.1:24400')
})

test('completed next steps are marked, and the latest queries are listed', async () => {
  unreachable()
  await renderPage(<InstanceOverview projectRef="shop" hasBucket />, (client) => {
    client.setQueryData(installationQueries.config().queryKey, config('platform'))
    client.setQueryData(instanceQueries.facts('shop').queryKey, facts())
    client.setQueryData(queryHistoryQueries.list('shop', '').queryKey, {
      pages: [{ data: [aRun] }],
      pageParams: [''],
    })
  })
  expect(await screen.findByRole('heading', { name: 'Create a bucket for files, done' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Run your first query, done' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Call the API' })).toBeTruthy()
  expect(screen.getByText('select * from orders')).toBeTruthy()
  expect(screen.getByText('Failed')).toBeTruthy()
})

test('before the first bucket and query no step is completed', async () => {
  unreachable()
  await show(facts())
  expect(await screen.findByRole('heading', { name: 'Create a bucket for files' })).toBeTruthy()
  expect(screen.queryByText('Latest queries')).toBeNull()
})

test('a changed direct port is displayed with the previous one', async () => {
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

test('values of a stopped database are placeholders', async () => {
  unreachable()
  await show(facts({ host: null, port: null, database_bytes: null, connections: null, started_at: null }))
  await screen.findByText('PostgreSQL')
  expect([factOf('Connections now'), factOf('Uptime'), factOf('Host')]).toEqual(['–', '–', '–'])
  expect(screen.queryByRole('region', { name: 'psql command' })).toBeNull()
})

test('without accounts there is no link to create a token', async () => {
  unreachable()
  await show(facts(), 'self-hosted')
  expect(await screen.findByRole('link', { name: 'Open the SQL editor' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create an access token' })).toBeNull()
})

test('database information that failed to load can be retried', async () => {
  unreachable()
  await show()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to load database information')).toBeTruthy()
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
})
