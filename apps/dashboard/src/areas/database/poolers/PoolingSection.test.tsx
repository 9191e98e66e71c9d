import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import type { DedicatedPooler, PoolActivity, SharedPooler } from '@basalt/contract/poolers/poolers.schema.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { permissionsOf } from '../../organization/permissions/permissions.fixture.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { PoolingSection } from './PoolingSection.tsx'
import { aPool } from './pool-activity.fixture.ts'
import { poolerQueries } from './poolers.queries.ts'

const where = { db_host: '127.0.0.1', db_port: 6543, db_name: 'postgres', db_user: 'postgres' }
const row = (pool_mode: 'transaction' | 'session'): SharedPooler => ({
  ...where,
  identifier: 'one',
  database_type: 'PRIMARY',
  connection_string: '',
  connectionString: '',
  default_pool_size: 15,
  max_client_conn: 200,
  is_using_scram_auth: true,
  pool_mode,
})
const dedicated: DedicatedPooler = {
  ...where,
  connection_string: '',
  connectionString: '',
  db_dns_name: '127.0.0.1',
  pgbouncer_enabled: true,
  pgbouncer_status: 'ENABLED',
  pool_mode: 'transaction',
  default_pool_size: 7,
  max_client_conn: 70,
  ignore_startup_parameters: '',
  query_wait_timeout: 15,
  reserve_pool_size: 0,
  server_idle_timeout: 600,
  server_lifetime: 3600,
  ssl_enforced: false,
  inserted_at: '2026-01-01T00:00:00.000Z',
}

async function show({
  rows = [row('transaction'), row('session')],
  has = dedicated,
  as = 'owner' as Role,
  pools = [] as PoolActivity[],
} = {}) {
  const project = aProject({ status: 'ACTIVE_HEALTHY' })
  await renderPage(<PoolingSection project={project} />, (client) => {
    client.setQueryData(poolerQueries.shared(project.ref).queryKey, rows)
    client.setQueryData(poolerQueries.dedicated(project.ref).queryKey, has)
    client.setQueryData(poolerQueries.activity(project.ref).queryKey, pools)
    client.setQueryData(permissionQueries.mine().queryKey, permissionsOf(as))
  })
  await screen.findByRole('form', { name: 'Shared pooler' })
  return userEvent.setup()
}
const shared = () => within(screen.getByRole('form', { name: 'Shared pooler' }))

test('the current mode is selected, and both anchors exist', async () => {
  await show({ rows: [row('session')] })
  expect(shared().getByRole('radio', { name: 'Session' }).getAttribute('aria-checked')).toBe('true')
  expect(document.getElementById('connection-pooling')).toBeTruthy()
  expect(document.getElementById('connection-pooler')).toBeTruthy()
})

test('changing the mode warns about connected clients', async () => {
  const user = await show()
  await user.click(shared().getByRole('radio', { name: 'Session' }))
  expect(screen.getByText(/are disconnected and can reconnect/)).toBeTruthy()
  await user.click(shared().getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText(/are disconnected/)).toBeNull()
})

test('invalid values are reported beside their fields', async () => {
  const user = await show()
  const size = shared().getByLabelText('Pool size')
  await user.clear(size)
  await user.type(size, '41')
  await user.click(shared().getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The pool size is a whole number between 1 and 40')).toBeTruthy()
})

test('an invalid time opens the advanced section and gets focus', async () => {
  const user = await show()
  const form = within(screen.getByRole('form', { name: 'Dedicated pooler' }))
  const wait = form.getByLabelText('Wait for a connection (seconds)')
  const details = wait.closest('details')!
  await user.click(form.getByText('Advanced'))
  await user.clear(wait)
  await user.type(wait, '601')
  await user.click(form.getByText('Advanced'))
  expect(details.open).toBe(false)
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/^The wait for a connection in seconds is .* between 1 and 600$/)).toBeTruthy()
  expect(details.open).toBe(true)
  expect(document.activeElement).toBe(wait)
})

test('the dedicated pooler shows its address', async () => {
  await show()
  expect(screen.getByText('127.0.0.1:6543')).toBeTruthy()
  expect(screen.getByRole('form', { name: 'Dedicated pooler' })).toBeTruthy()
})

test('on the free plan the dedicated pooler links to the plans', async () => {
  await show({ has: { ...dedicated, pgbouncer_enabled: false, pgbouncer_status: 'DISABLED' } })
  expect(screen.queryByRole('form', { name: 'Dedicated pooler' })).toBeNull()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toMatch(/billing$/)
})

test('a read-only member changes nothing', async () => {
  await show({ as: 'read_only' })
  expect(shared().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(shared().getByLabelText('Pool size').hasAttribute('readonly')).toBe(true)
})

test('the pools show waiting clients and lost connections', async () => {
  const pool = aPool()
  await show({
    pools: [
      {
        ...pool,
        clients: { ...pool.clients, idle: 4, waiting: 2 },
        longest_wait_ms: 1200,
        totals: { ...pool.totals, opened: 9, closed: { ...pool.totals.closed, idle: 5, lost: 3 } },
      },
    ],
  })
  const table = within(screen.getByRole('table', { name: 'Pool activity' }))
  expect(table.getByText('postgres on postgres')).toBeTruthy()
  expect(table.getByText('6')).toBeTruthy()
  expect(table.getByText('2, longest 1.2 s')).toBeTruthy()
  expect(table.getByText('3 lost')).toBeTruthy()
})
