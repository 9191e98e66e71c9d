import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, PASSWORD, startGateway } from './gateway.fixture.ts'

const run = promisify(execFile)

/** PostgreSQL's own load generator; the embedded distribution does not have it. */
const hasPgbench = await run('pgbench', ['--version']).then(
  () => true,
  () => false,
)
const CLIENTS = 8
const TRANSACTIONS = 25

let fixture: GatewayFixture
beforeAll(async () => {
  if (!hasPgbench) return
  fixture = await startGateway()
  await pgbench(
    { port: fixture.endpoint.port, user: fixture.role },
    ...['--initialize', '--quiet', '--scale=1', '--init-steps=dtGp'],
  )
})
afterAll(() => fixture?.stop())

const pgbench = ({ port, user }: { port: number; user: string }, ...args: string[]) =>
  run('pgbench', ['-h', '127.0.0.1', '-p', String(port), '-U', user, ...args, fixture.database], {
    env: { ...process.env, PGPASSWORD: PASSWORD, PGSSLMODE: 'disable' },
  })

const modes = ['session', 'transaction'] as const
const cases = modes.flatMap((mode) =>
  (['simple', 'extended', 'prepared'] as const).map((protocol) => [protocol, mode] as const),
)

test.for(cases)(
  'pgbench (where it is installed) transfers money by the %s protocol in %s mode without losing any',
  async ([protocol, mode], { skip }) => {
    skip(!hasPgbench, 'pgbench is not installed')
    const clients = mode === 'session' ? 2 : CLIENTS
    const { stdout } = await pgbench(
      { port: fixture.gateway.ports[mode]!, user: fixture.user },
      ...['--protocol', protocol, '--no-vacuum', '--transactions', String(TRANSACTIONS)],
      // One thread per client: a thread prepares a statement without letting its other clients end their transactions.
      ...['--client', String(clients), '--jobs', String(clients)],
    )
    const expected = clients * TRANSACTIONS
    expect(stdout).toContain(`number of transactions actually processed: ${expected}/${expected}`)
    expect(stdout).toContain('number of failed transactions: 0')
    // The sum taken from accounts, tellers and branches equals the history.
    const { rows } = await fixture.admin.query(`
      select (select sum(abalance) from pgbench_accounts) as accounts, (select sum(tbalance) from pgbench_tellers) as tellers,
             (select sum(bbalance) from pgbench_branches) as branches, (select coalesce(sum(delta), 0) from pgbench_history) as history`)
    expect(new Set(Object.values(rows[0])).size).toBe(1)
  },
)
