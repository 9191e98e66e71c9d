import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { connectQueries } from './connect.queries.ts'
import type { ConnectSearch } from './connect-search.rules.ts'

const primary: Database = {
  identifier: 'shop',
  database_type: 'PRIMARY',
  region: 'local',
  status: 'ACTIVE_HEALTHY',
  db_host: '127.0.0.1',
  db_port: 54401,
  db_name: 'postgres',
  db_user: 'postgres',
  connection_string: 'postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54401/postgres',
  restUrl: 'http://localhost/p/shop',
  inserted_at: '2026-01-01T00:00:00.000Z',
}
const replica: Database = { ...primary, identifier: 'shop-r1', database_type: 'READ_REPLICA', db_port: 54402 }

async function show(search: ConnectSearch, databases: Database[] = [primary]) {
  const onSearchChange = vi.fn()
  await renderPage(
    <ConnectDialog
      projectRef="shop"
      search={search}
      onSearchChange={onSearchChange}
      onResetPassword={() => undefined}
      close={() => undefined}
    />,
    (client) => {
      client.setQueryData(connectQueries.databases('shop').queryKey, databases)
      for (const { identifier } of databases)
        client.setQueryData(connectQueries.check('shop', identifier).queryKey, {
          reached: true,
          latency_ms: 7,
          tls: false,
          role: 'postgres',
          failure: null,
        })
    },
  )
  return onSearchChange
}
const code = () => screen.getByRole('region', { name: 'Connection string' }).textContent

test('what the address does not know falls back to the URI of the primary', async () => {
  await show({ type: 'cobol', source: 'gone' }, [primary, replica])
  expect(code()).toBe(primary.connection_string)
})

test('a replica is chosen by its identifier, and the primary leaves no trace in the address', async () => {
  const onSearchChange = await show({ source: 'shop-r1', type: 'psql' }, [primary, replica])
  expect(code()).toBe('psql -h 127.0.0.1 -p 54402 -d postgres -U postgres')
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Source' }))
  await user.click(await screen.findByRole('option', { name: 'Primary database' }))
  expect(onSearchChange).toHaveBeenCalledWith({ source: undefined })
})

test('a project with one database has no choice of source', async () => {
  await show({})
  expect(screen.queryByRole('combobox', { name: 'Source' })).toBeNull()
})

test('a type for programs comes with its file, its client and a program', async () => {
  await show({ type: 'python' })
  expect(screen.getByText('.env', { selector: 'div' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Command that installs' }).textContent).toContain('psycopg2')
  expect(screen.getByRole('region', { name: 'Program' }).textContent).toContain('DATABASE_URL')
})

test('the check says as whom and how fast', async () => {
  await show({})
  expect(screen.getByText('Logged in as postgres in 7 ms, not encrypted')).toBeTruthy()
})

test('the password is never shown, only its place', async () => {
  await show({ type: 'jdbc' })
  expect(code()).toContain('password=[YOUR_PASSWORD]')
  expect(screen.getByText(/password is never shown/)).toBeTruthy()
})
