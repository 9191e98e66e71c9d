import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Endpoint } from '../engine.ts'
import { machineHasIpv6 } from '../ipv6.ts'
import { isFound, openEngine, PASSWORD, SUPERUSER, startedInstance } from './engine.fixture.ts'

const NOBODY = '192.0.2.0/24'

/** Returns the error code of a refused login at this host, or `in`. */
async function logIn(host: string, { port }: Endpoint) {
  const client = new pg.Client({ host, port, user: SUPERUSER, password: PASSWORD, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'in'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits until the server has reloaded its rules: only then do they apply to new connections. */
async function waitForReload(endpoint: Endpoint, since: string) {
  const isReloaded = `select 1 where pg_conf_load_time() > '${since}'`
  await waitFor(() => isFound({ ...endpoint, host: endpoint.socket! }, isReloaded))
}
const loadTime = async (endpoint: Endpoint) => {
  const client = new pg.Client({
    host: endpoint.socket!,
    port: endpoint.port,
    user: SUPERUSER,
    password: PASSWORD,
    database: 'postgres',
  })
  await client.connect()
  const { rows } = await client.query('select pg_conf_load_time()::text as at')
  await client.end()
  return rows[0].at as string
}

test('access rules apply to new connections at once and after a restart, but never to the platform', async () => {
  const { engine } = await openEngine()
  const endpoint = await startedInstance(engine, 'one')
  expect(await logIn('127.0.0.1', endpoint)).toBe('in')
  const before = await loadTime(endpoint)
  await engine.setAccess('one', { ipv4: true, isEncryptedOnly: false, allowedCidrs: [NOBODY] })
  await waitForReload(endpoint, before)
  expect(await logIn('127.0.0.1', endpoint)).toBe('28000')
  const again = await engine.restart('one')
  expect(await logIn('127.0.0.1', again)).toBe('28000')
  expect(await logIn(again.socket!, again)).toBe('in')
})

test('an instance without IPv4 listens only on IPv6 from its next start', async ({ skip }) => {
  skip(!machineHasIpv6(), 'this machine has no IPv6')
  const { engine } = await openEngine()
  await engine.create('one', { superuserPassword: PASSWORD })
  await engine.setAccess('one', { ipv4: false, isEncryptedOnly: false })
  const endpoint = await engine.start('one')
  expect(endpoint.host).toBe('::1')
  expect(await logIn('127.0.0.1', endpoint)).toBe('ECONNREFUSED')
  expect(await logIn('::1', endpoint)).toBe('in')
})
