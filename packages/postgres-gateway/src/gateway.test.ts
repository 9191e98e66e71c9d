import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, startGateway } from './gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGateway()
})
afterAll(() => fixture.stop())

test.each(['session', 'transaction'] as const)('a query is answered in %s mode', async (mode) => {
  const client = await fixture.through(mode)
  const { rows } = await client.query('select current_user as role, $1::int + 1 as sum', [41])
  expect(rows).toEqual([{ role: fixture.role, sum: 42 }])
})
