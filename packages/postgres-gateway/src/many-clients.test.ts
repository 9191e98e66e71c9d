import { pbkdf2Sync } from 'node:crypto'
import { hmac, readVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, PASSWORD, startGateway } from './gateway.fixture.ts'
import { connectServer } from './servers/connect-server.ts'
import type { ServerConnection } from './servers/server-connection.ts'

const IDLE_CLIENTS = 2000
const BUSY_CLIENTS = 1000
const POOL_SIZE = 3
const AT_ONCE = 50

let fixture: GatewayFixture
let clients: ServerConnection[]
beforeAll(async () => {
  fixture = await startGateway({ route: { maxClients: IDLE_CLIENTS + 1, poolSize: POOL_SIZE } })
  clients = await openMany(IDLE_CLIENTS)
})
afterAll(() => fixture.stop())

/** The keys are derived once: deriving is expensive by design, and would cost more than the rest of the test. */
async function openMany(count: number) {
  const { rows } = await fixture.admin.query('select rolpassword from pg_authid where rolname = $1', [
    fixture.role,
  ])
  const verifier = readVerifier(rows[0].rolpassword)!
  const salted = pbkdf2Sync(PASSWORD, verifier.salt, verifier.iterations, 32, 'sha256')
  const credentials = { clientKey: hmac(salted, 'Client Key'), serverKey: verifier.serverKey }
  const one = () =>
    connectServer({
      host: '127.0.0.1',
      port: fixture.gateway.ports.transaction!,
      role: fixture.user,
      database: fixture.database,
      credentials,
      settings: new Map(),
      timeoutMs: 60_000,
      heldMessageMaxBytes: 1e6,
    })
  const opened: ServerConnection[] = []
  while (opened.length < count) opened.push(...(await Promise.all(Array.from({ length: AT_ONCE }, one))))
  return opened
}

test(`${IDLE_CLIENTS} idle clients hold no connection of the server`, async () => {
  expect(fixture.pool('transaction')).toMatchObject({
    clients: { idle: IDLE_CLIENTS },
    servers: { active: 0 },
  })
  const client = await fixture.through('transaction')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test(`${BUSY_CLIENTS} clients that query at once each get their own answer over ${POOL_SIZE} connections`, async () => {
  const before = fixture.pool('transaction')!.totals.transactions
  const answers = await Promise.all(
    clients.slice(0, BUSY_CLIENTS).map((client, number) => client.run(`select ${number}, 'of ${number}'`)),
  )
  expect(answers).toEqual(answers.map((_answer, number) => [[String(number), `of ${number}`]]))
  const { servers, totals, clients: counted } = fixture.pool('transaction')!
  expect(servers.idle).toBeLessThanOrEqual(POOL_SIZE)
  expect(totals.transactions - before).toBe(BUSY_CLIENTS)
  expect(counted).toMatchObject({ idle: IDLE_CLIENTS, waiting: 0, active: 0 })
})

test('nothing is left after all clients have disconnected', async () => {
  for (const client of clients) client.close('replaced')
  await waitFor(() => fixture.gateway.statistics().clients === 0)
  const open = await fixture.admin.query(
    `select count(*)::int as count from pg_stat_activity where usename = $1 and state <> 'idle'`,
    [fixture.role],
  )
  expect(open.rows).toEqual([{ count: 0 }])
})
