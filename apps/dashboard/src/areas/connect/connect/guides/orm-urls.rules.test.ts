import { expect, test } from 'vitest'
import { databaseOf, dedicatedPooler, sharedPooler } from '../connect.fixture.ts'
import { connectionsOf } from '../strings/connections.rules.ts'
import { ormUrls } from './orm-urls.rules.ts'

const shared = [sharedPooler('transaction'), sharedPooler('session')]
const free = dedicatedPooler({ pgbouncer_enabled: false, pgbouncer_status: 'DISABLED' })
const portsOf = (poolers: Parameters<typeof connectionsOf>[1], hasIpv4: boolean) => {
  const { pooled, direct, dedicated } = ormUrls(connectionsOf(databaseOf({}), poolers), hasIpv4)
  return [pooled, direct, dedicated?.pooled, dedicated?.direct].map((url) => url && new URL(url).port)
}

test.each([
  ['the self-hosted edition', undefined, true, ['54401', '54401', undefined, undefined]],
  ['the free plan', { shared, dedicated: free }, false, ['6543', '5432', undefined, undefined]],
  [
    'a paid plan with IPv4',
    { shared, dedicated: dedicatedPooler({}) },
    true,
    ['54900', '54401', undefined, undefined],
  ],
  [
    'a paid plan without',
    { shared, dedicated: dedicatedPooler({}) },
    false,
    ['6543', '5432', '54900', '54401'],
  ],
  [
    'pool mode session',
    { shared: shared.slice(1), dedicated: free },
    false,
    ['5432', '5432', undefined, undefined],
  ],
])('%s', (_what, poolers, hasIpv4, ports) => {
  expect(portsOf(poolers, hasIpv4)).toEqual(ports)
})
