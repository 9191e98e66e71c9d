import { expect, test } from 'vitest'
import { databaseOf, dedicatedPooler, sharedPooler } from '../connect.fixture.ts'
import { closedWay, waysOf } from './ways.rules.ts'

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
