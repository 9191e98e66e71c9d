import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { keyQueries } from '../keys/keys.queries.ts'
import { ConnectDialog } from './ConnectDialog.tsx'
import { databaseOf, dedicatedPooler, sharedPooler } from './connect.fixture.ts'
import { connectQueries } from './connect.queries.ts'
import type { ConnectSearch } from './connect-search.rules.ts'

const primary = databaseOf({})
const replica = databaseOf({ identifier: 'shop-r1', database_type: 'READ_REPLICA', db_port: 54402 })
const freePoolers = {
  shared: [sharedPooler('transaction'), sharedPooler('session')],
  dedicated: dedicatedPooler({ pgbouncer_enabled: false, pgbouncer_status: 'DISABLED' }),
  hasIpv4: true,
}
const paidPoolers = { ...freePoolers, dedicated: dedicatedPooler({}), hasIpv4: false }
const publishable: ApiKey = {
  id: '0198b0a0-0000-7000-8000-000000000000',
  type: 'publishable',
  name: 'default',
  description: '',
  api_key: 'bst_publishable_1',
  hint: null,
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  can_reveal: false,
}

const reached = { reached: true, latency_ms: 7, tls: true, role: 'postgres', failure: null }

async function show(
  search: ConnectSearch,
  {
    databases = [primary],
    poolers = freePoolers,
    disabled = [],
    edition = 'platform',
    mayReadKeys = true,
    check = reached,
    checked = [],
  }: {
    databases?: (typeof primary)[]
    /** Sources besides the databases. */
    checked?: readonly string[]
    poolers?: typeof freePoolers
    disabled?: string[]
    edition?: 'platform' | 'self-hosted'
    mayReadKeys?: boolean
    check?: Omit<typeof reached, 'reached' | 'failure'> & { reached: boolean | null; failure: string | null }
  } = {},
) {
  const onSearchChange = vi.fn()
  await renderPage(
    <ConnectDialog
      open
      projectRef="shop"
      search={search}
      onSearchChange={onSearchChange}
      onResetPassword={() => undefined}
      close={() => undefined}
    />,
    (client) => {
      client.setQueryData(installationQueries.config().queryKey, {
        edition,
        version: '1',
        setup_required: false,
        disabled_features: disabled,
        origin: 'http://localhost',
      })
      client.setQueryData(projectQueries.detail('shop').queryKey, aProject({ ref: 'shop' }))
      client.setQueryData(permissionQueries.mine().queryKey, mayReadKeys ? permissionsOf('owner') : [])
      client.setQueryData(keyQueries.list('shop').queryKey, [publishable])
      client.setQueryData(connectQueries.databases('shop').queryKey, databases)
      client.setQueryData(connectQueries.poolers('shop').queryKey, poolers)
      for (const identifier of [...databases.map((database) => database.identifier), ...checked])
        for (const [method, pooler] of [
          ['direct', undefined],
          ['transaction', 'shared'],
          ['transaction', 'dedicated'],
          ['session', 'shared'],
        ] as const)
          client.setQueryData(connectQueries.check('shop', identifier, method, pooler).queryKey, check)
    },
  )
  return onSearchChange
}
const code = (name = 'Connection string') => screen.getByRole('region', { name }).textContent
const tabs = () => screen.queryAllByRole('tab').map(({ textContent }) => textContent)

test('unknown search params fall back to the direct URI of the primary', async () => {
  await show(
    { type: 'cobol', source: 'gone', method: 'pigeon', tab: 'somewhere' },
    { databases: [primary, replica] },
  )
  expect(code()).toBe(primary.connection_string)
  expect(tabs()).toEqual(['Connection String', 'App Frameworks', 'Mobile Frameworks', 'ORMs', 'MCP'])
})

test('a replica is selected by its identifier, and the primary needs no search param', async () => {
  const onSearchChange = await show({ source: 'shop-r1', type: 'psql' }, { databases: [primary, replica] })
  expect(code()).toBe('psql -h 127.0.0.1 -p 54402 -d postgres -U postgres')
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Source' }))
  await user.click(await screen.findByRole('option', { name: 'Primary database' }))
  expect(onSearchChange).toHaveBeenCalledWith({ source: undefined })
})

test('the replicas together are a source, whose connections only read', async () => {
  const databases = [primary, replica]
  await show({ source: 'shop-read' }, { databases, checked: ['shop-read'] })
  expect(code()).toMatch(/^postgresql:\/\/postgres\.shop-read:\[YOUR_PASSWORD\]@[^/]+:6543\/postgres$/)
  expect(screen.getByText('Reads go to the replicas in turn')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Source' }).textContent).toContain('Read replicas in turn')
})

test('a project with one database has no source select', async () => {
  await show({})
  expect(screen.queryByRole('combobox', { name: 'Source' })).toBeNull()
})

test('the free plan uses the shared pooler for transactions, reachable from any network', async () => {
  await show({ method: 'transaction', type: 'python' })
  expect(code()).toContain('user=postgres.shop')
  expect(code()).toContain('port=6543')
  expect(screen.getByText('Shared Pooler')).toBeTruthy()
  expect(screen.getByText('IPv4 compatible')).toBeTruthy()
  expect(screen.getByText('PREPARE statements are not supported')).toBeTruthy()
  expect(code('Program')).toContain('os.environ["user"]')
})

test('a paid plan has a dedicated pooler, and the shared one for IPv4 networks', async () => {
  await show({ method: 'transaction' }, { poolers: paidPoolers })
  expect(code()).toBe('postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54900/postgres')
  expect(screen.getByText('Dedicated Pooler')).toBeTruthy()
  expect(screen.getByText('Not IPv4 compatible')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'IPv4 add-on' }).getAttribute('href')).toBe(
    '/project/shop/settings/addons?panel=ipv4',
  )
  const summary = screen.getByText('Using the Shared Pooler')
  await userEvent.setup().click(summary)
  expect(code('Connection string of the shared pooler')).toContain(':6543/')
})

test('in session pool mode the transaction method is disabled with a reason', async () => {
  await show({ method: 'transaction' }, { poolers: { ...freePoolers, shared: [sharedPooler('session')] } })
  expect(screen.queryByRole('region', { name: 'Connection string' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Change the pool mode' }).getAttribute('href')).toBe(
    '/project/shop/database/settings#connection-pooler',
  )
  await userEvent.setup().click(screen.getByRole('combobox', { name: 'Method' }))
  const option = await screen.findByRole('option', { name: /Transaction pooler/ })
  expect(option.getAttribute('aria-disabled')).toBe('true')
})

test('a self-hosted installation offers only the direct method, without network notes', async () => {
  await show({ method: 'session' }, { edition: 'self-hosted' })
  expect(code()).toBe(primary.connection_string)
  expect(screen.queryByRole('combobox', { name: 'Method' })).toBeNull()
  expect(screen.queryByText('IPv4 compatible')).toBeNull()
})

test('the check reports role, latency and encryption', async () => {
  await show({ method: 'session' })
  expect(screen.getByText('Logged in as postgres in 7 ms, encrypted')).toBeTruthy()
})

test('a skipped check is not reported as unreachable', async () => {
  await show({}, { check: { ...reached, reached: null, failure: 'A proxy is in the connection.' } })
  expect(screen.getByText('Not tried')).toBeTruthy()
  expect(screen.getByText('A proxy is in the connection.')).toBeTruthy()
})

test('the password is never displayed, only its placeholder', async () => {
  await show({ type: 'jdbc' })
  expect(code()).toContain('password=[YOUR_PASSWORD]')
  expect(screen.getByText(/password is never shown/)).toBeTruthy()
})

test('a framework in the URL opens its tab, with project URL and key filled in', async () => {
  await show({ framework: 'react', using: 'vite' })
  const file = code('.env')
  expect(file).toContain(`VITE_SUPABASE_URL=${window.location.origin}/p/shop`)
  expect(file).toContain('VITE_SUPABASE_PUBLISHABLE_KEY=bst_publishable_1')
  expect(screen.getByRole('tab', { name: 'App Frameworks' }).getAttribute('aria-selected')).toBe('true')
})

test('a member who cannot read keys sees neither URL nor key, and the reason', async () => {
  await show({ tab: 'frameworks', framework: 'vuejs' }, { mayReadKeys: false })
  expect(code('.env.local')).toBe('VITE_SUPABASE_URL=\nVITE_SUPABASE_PUBLISHABLE_KEY=')
  expect(screen.getByText(/additional permissions to see the keys/)).toBeTruthy()
})

test('an ORM without the IPv4 add-on uses the shared pooler', async () => {
  await show({ tab: 'orms', framework: 'prisma' }, { poolers: paidPoolers })
  expect(code('.env')).toMatch(/^DATABASE_URL="postgresql:\/\/postgres\.shop:.*:6543\/.*pgbouncer=true"$/m)
  expect(code('.env')).toMatch(/^# DATABASE_URL=".*:54900\//m)
})

test('switching tabs clears the selection of the previous one', async () => {
  const onSearchChange = await show({ tab: 'frameworks', framework: 'nextjs', using: 'pages' })
  await userEvent.setup().click(screen.getByRole('tab', { name: 'Mobile Frameworks' }))
  expect(onSearchChange).toHaveBeenCalledWith({
    tab: 'mobiles',
    connectTab: undefined,
    framework: undefined,
    using: undefined,
    with: undefined,
  })
})

test('disabled tabs are hidden', async () => {
  const disabled = ['app_frameworks', 'mobile_frameworks', 'orms'].map(
    (tab) => `project_connection:show_${tab}`,
  )
  await show({ framework: 'nextjs' }, { disabled })
  expect(tabs()).toEqual(['Connection String', 'MCP'])
  expect(screen.getByRole('dialog', { name: 'Connect to your project' })).toBeTruthy()
  expect(code()).toBe(primary.connection_string)
})
