import { expect, test } from 'vitest'
import type { Database } from './connect.schema.ts'
import { databaseChoices, UNHEALTHY_REPLICA } from './database-choice.rules.ts'

const database = (known: Partial<Database>): Database => ({
  identifier: 'shop',
  database_type: 'PRIMARY',
  region: 'eu',
  status: 'ACTIVE_HEALTHY',
  db_host: '127.0.0.1',
  db_port: 54401,
  db_name: 'postgres',
  db_user: 'postgres',
  infra_compute_size: 'machine',
  size: 'machine',
  cloud_provider: 'self-hosted',
  connection_string: '',
  connectionString: '',
  restUrl: '',
  inserted_at: '2026-04-01T00:00:00.000Z',
  ...known,
})
const replica = (identifier: string, inserted_at: string, status: string) =>
  database({ identifier, inserted_at, status, database_type: 'READ_REPLICA' })

test('the primary comes first, replicas by age, and a replica that is not healthy cannot be chosen', () => {
  expect(
    databaseChoices([
      replica('shop-r-bbbbb', '2026-03-01T00:00:00.000Z', 'INIT_READ_REPLICA'),
      replica('shop-r-aaaaa', '2026-02-01T00:00:00.000Z', 'ACTIVE_HEALTHY'),
      database({}),
    ]),
  ).toEqual([
    { identifier: 'shop', label: 'Primary database', isReplica: false },
    { identifier: 'shop-r-aaaaa', label: 'Read replica (eu - aaaaa)', isReplica: true },
    {
      identifier: 'shop-r-bbbbb',
      label: 'Read replica (eu - bbbbb)',
      isReplica: true,
      reason: UNHEALTHY_REPLICA,
    },
  ])
})

test('a primary that is restarting can still be chosen', () => {
  expect(databaseChoices([database({ status: 'RESTARTING' })])).toEqual([
    { identifier: 'shop', label: 'Primary database', isReplica: false },
  ])
})
