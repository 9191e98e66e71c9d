import { openEngine, PASSWORD, SUPERUSER } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import type { Endpoint, Engine } from '@basalt/postgres-supervisor/engine.ts'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { ReplicationLogin } from './replication-connection.ts'
import type { TakeBackup } from './take-backup.ts'

/** How the platform logs in to a server of a test. */
export const loginTo = ({ host, socket = host, port }: Endpoint): ReplicationLogin => ({
  host: socket,
  port,
  user: SUPERUSER,
  password: PASSWORD,
  applicationName: 'basalt backup',
})

/**
 * An engine with one running server that notes what changes, so that incremental backups are possible. It is started again
 * however often it is killed, but for kills within `crashWindowMs`.
 */
export async function aServer({ crashWindowMs }: { crashWindowMs?: number } = {}) {
  const { engine, dataDir } = await openEngine({
    settings: { fsync: 'off', summarize_wal: 'on' },
    ...(crashWindowMs !== undefined && { timings: { crashWindowMs } }),
  })
  await engine.create('source', { superuserPassword: PASSWORD })
  const endpoint = await engine.start('source')
  return { engine, dataDir, endpoint, login: loginTo(endpoint), beginReading: readingOf(engine) }
}

/** Has full backups of the source read beside its server, which may say nothing for `silenceMs`. */
export const readingOf =
  (engine: Engine, silenceMs?: number): TakeBackup['beginReading'] =>
  (signal) =>
    engine.beginBackup('source', {
      superuserPassword: PASSWORD,
      signal,
      ...(silenceMs !== undefined && { silenceMs }),
    })

/** A session as the superuser that ends with the test. */
export async function connected({ host, socket = host, port }: Endpoint) {
  const client = new pg.Client({
    host: socket,
    port,
    user: SUPERUSER,
    password: PASSWORD,
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Accounts whose balances always add up to 0, and writers that move amounts between them until `stop` is called. */
export async function withWriters(endpoint: Endpoint, count: number) {
  const setup = await connected(endpoint)
  await setup.query(
    `create table accounts as select n as id, 0 as balance, repeat('x', 300) as filler from generate_series(1, 5000) n;
     alter table accounts add primary key (id)`,
  )
  let isWriting = true
  const writing = Array.from({ length: count }, async (_, writer) => {
    const client = await connected(endpoint)
    for (let n = 0; isWriting; n++) {
      const [a, b] = [(n * 7919 + writer) % 5000, (n * 104_729 + writer * 3) % 5000]
      await client.query(
        `begin; update accounts set balance = balance - 1 where id = ${Math.min(a, b) + 1};
         update accounts set balance = balance + 1 where id = ${Math.max(a, b) + 1}; commit`,
      )
      if (n % 40 === writer)
        await client.query(
          `create table if not exists made_${writer} as select g from generate_series(1, 3000) g; truncate made_${writer};
           drop table made_${writer}`,
        )
    }
  })
  return {
    async stop() {
      isWriting = false
      await Promise.all(writing)
    },
  }
}

/** A checksum of all rows of the accounts. */
export const HASH =
  "select md5(string_agg(id || ':' || balance || filler, ',' order by id)) as hash, sum(balance)::int as sum, count(*)::int as count from accounts"
