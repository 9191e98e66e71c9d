import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import type { DedicatedPooler, SharedPooler } from '@basalt/contract/poolers/poolers.schema.ts'

/** A database of the project `shop`, as the server returns it. */
export const databaseOf = (known: Partial<Database>): Database => ({
  identifier: 'shop',
  database_type: 'PRIMARY',
  region: 'local',
  infra_compute_size: 'machine',
  size: 'machine',
  cloud_provider: 'self-hosted',
  status: 'ACTIVE_HEALTHY',
  db_host: '127.0.0.1',
  db_port: 54401,
  db_name: 'postgres',
  db_user: 'postgres',
  connection_string: 'postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54401/postgres',
  connectionString: 'postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54401/postgres',
  restUrl: 'http://localhost/p/shop',
  inserted_at: '2026-01-01T00:00:00.000Z',
  ...known,
})

const pooled = (port: number, user: string) => ({
  db_host: '127.0.0.1',
  db_port: port,
  db_name: 'postgres',
  db_user: user,
  connection_string: `postgresql://${user}:[YOUR_PASSWORD]@127.0.0.1:${port}/postgres`,
  connectionString: `postgresql://${user}:[YOUR_PASSWORD]@127.0.0.1:${port}/postgres`,
  default_pool_size: 15,
  max_client_conn: 200,
})

export function sharedPooler(pool_mode: 'transaction' | 'session'): SharedPooler {
  const place = pooled(pool_mode === 'session' ? 5432 : 6543, 'postgres.shop')
  return {
    ...place,
    identifier: 'shop',
    database_type: 'PRIMARY',
    is_using_scram_auth: true,
    pool_mode,
  }
}

export const dedicatedPooler = (known: Partial<DedicatedPooler>): DedicatedPooler => ({
  ...pooled(54900, 'postgres'),
  db_dns_name: '127.0.0.1',
  pgbouncer_enabled: true,
  pgbouncer_status: 'ENABLED',
  pool_mode: 'transaction',
  ignore_startup_parameters: '',
  query_wait_timeout: 30,
  reserve_pool_size: 0,
  server_idle_timeout: 60,
  server_lifetime: 3600,
  ssl_enforced: false,
  inserted_at: '2026-01-01T00:00:00.000Z',
  ...known,
})
