import { expect, test } from 'vitest'
import { databaseOf, dedicatedPooler, sharedPooler } from './connect.fixture.ts'
import { closedWay, sourcesOf, waysOf } from './ways.rules.ts'

const primary = databaseOf({})
const shared = [sharedPooler('transaction'), sharedPooler('session')]
const free = dedicatedPooler({ pgbouncer_enabled: false, pgbouncer_status: 'DISABLED' })
const paid = dedicatedPooler({})

const kinds = (ways: ReturnType<typeof waysOf>) =>
  Object.entries(ways).map(([name, way]) => `${name}: ${way.pooler ?? 'direct'} ${way.parameters.port}`)

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
    'while the own pooler comes up',
    { shared, dedicated: dedicatedPooler({ pgbouncer_status: 'COMING_UP' }) },
    ['direct: direct 54401', 'session: shared 5432', 'transaction: shared 6543'],
  ],
  [
    'while the pool mode is session',
    { shared: shared.slice(1), dedicated: paid },
    ['direct: direct 54401', 'session: shared 5432'],
  ],
])('%s', (_when, poolers, expected) => {
  expect(kinds(waysOf(primary, poolers))).toEqual(expected)
})

test('a way that is closed says why, and whether the pool mode would open it', () => {
  const ways = waysOf(primary, { shared: shared.slice(1), dedicated: paid })
  expect(closedWay('transaction', ways)).toMatchObject({ isModes: true })
  expect(closedWay('session', ways)).toBeUndefined()
  const replica = waysOf(databaseOf({ identifier: 'replica' }), { shared, dedicated: paid })
  expect(closedWay('transaction', replica)).toMatchObject({ isModes: false })
  expect(closedWay('direct', replica)).toBeUndefined()
})

test('where TLS is required every way says so', () => {
  const ways = waysOf(primary, { shared, dedicated: dedicatedPooler({ ssl_enforced: true }) })
  expect(Object.values(ways).every(({ parameters }) => parameters.sslRequired)).toBe(true)
})

test('the primary comes first, replicas by age, and who is not healthy cannot be chosen', () => {
  const replica = (identifier: string, inserted_at: string, status = 'ACTIVE_HEALTHY') =>
    databaseOf({ identifier, inserted_at, status, database_type: 'READ_REPLICA', region: 'eu' })
  expect(
    sourcesOf([
      replica('shop-r-bbbbb', '2026-03-01T00:00:00.000Z', 'COMING_UP'),
      replica('shop-r-aaaaa', '2026-02-01T00:00:00.000Z'),
      databaseOf({ inserted_at: '2026-04-01T00:00:00.000Z' }),
    ]),
  ).toEqual([
    { identifier: 'shop', label: 'Primary database' },
    { identifier: 'shop-r-aaaaa', label: 'Read replica (eu - aaaaa)' },
    { identifier: 'shop-r-bbbbb', label: 'Read replica (eu - bbbbb)', reason: 'Not healthy now' },
  ])
})
