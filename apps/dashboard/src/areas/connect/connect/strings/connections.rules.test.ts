import { expect, test } from 'vitest'
import { databaseOf, dedicatedPooler, sharedPooler } from '../connect.fixture.ts'
import { connectionsOf, unavailableMethod } from './connections.rules.ts'

const primary = databaseOf({})
const shared = [sharedPooler('transaction'), sharedPooler('session')]
const free = dedicatedPooler({ pgbouncer_enabled: false, pgbouncer_status: 'DISABLED' })
const paid = dedicatedPooler({})

const kinds = (connections: ReturnType<typeof connectionsOf>) =>
  Object.entries(connections).map(
    ([name, connection]) => `${name}: ${connection.pooler ?? 'direct'} ${connection.parameters.port}`,
  )

test.each([
  ['without poolers', undefined, ['direct: direct 54401']],
  [
    'on the free plan',
    { shared, dedicated: free },
    ['direct: direct 54401', 'session: shared 5432', 'transaction: shared 6543'],
  ],
  [
    'on a paid plan',
    { shared, dedicated: paid },
    [
      'direct: direct 54401',
      'session: shared 5432',
      'transaction: dedicated 54900',
      'sharedTransaction: shared 6543',
    ],
  ],
  [
    'while the dedicated pooler comes up',
    { shared, dedicated: dedicatedPooler({ pgbouncer_status: 'COMING_UP' }) },
    ['direct: direct 54401', 'session: shared 5432', 'transaction: shared 6543'],
  ],
  [
    'while the pool mode is session',
    { shared: shared.slice(1), dedicated: paid },
    ['direct: direct 54401', 'session: shared 5432'],
  ],
])('%s', (_when, poolers, expected) => {
  expect(kinds(connectionsOf(primary, poolers))).toEqual(expected)
})

test('an unavailable method has a reason, and whether the pool mode causes it', () => {
  const connections = connectionsOf(primary, { shared: shared.slice(1), dedicated: paid })
  expect(unavailableMethod('transaction', connections)).toMatchObject({ isPoolMode: true })
  expect(unavailableMethod('session', connections)).toBeUndefined()
  const replica = connectionsOf(databaseOf({ identifier: 'replica' }), { shared, dedicated: paid })
  expect(unavailableMethod('transaction', replica)).toMatchObject({ isPoolMode: false })
  expect(unavailableMethod('direct', replica)).toBeUndefined()
})

test('when TLS is required, every connection says so', () => {
  const connections = connectionsOf(primary, { shared, dedicated: dedicatedPooler({ ssl_enforced: true }) })
  expect(Object.values(connections).every(({ parameters }) => parameters.sslRequired)).toBe(true)
})
