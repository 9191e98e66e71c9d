import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { medianOf, report } from './report.ts'
import { startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9-db'
const TABLES = 10_000
const TIMES = 9
/** Statements of one transaction: each object takes a lock. */
const MADE_AT_ONCE = 500

/** A table as an app has it: a key, a foreign key with its index, row level security and a policy. One in a hundred has a fault. */
const MAKE = `
  execute format('create table b.t%s (id bigint generated always as identity primary key, owner uuid, hub int references b.hub)', n);
  execute format('create index on b.t%s (hub)', n);
  execute format('create policy own on b.t%s using (owner = %s)', n, case when n % 100 = 0 then 'auth.uid()' else '(select auth.uid())' end);
  execute format('alter table b.t%s enable row level security', n);`

/** A run of both advisors over many tables, against one plain pass over the same catalogs. `only` is the number of tables. */
export async function benchAdvisors(only = '') {
  const tables = Number(only) || TABLES
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, database, user: 'postgres', password: PASSWORD })
  await client.connect()
  await client.query('create schema b; create table b.hub (id int primary key)')
  for (let from = 1; from <= tables; from += MADE_AT_ONCE)
    await client.query(
      `do $do$ begin for n in ${from} .. ${Math.min(tables, from + MADE_AT_ONCE - 1)} loop ${MAKE} end loop; end $do$`,
    )
  await client.query('vacuum analyze')
  const path = `/platform/projects/${ref}/run-lints`
  const reply = await server.send('GET', path)
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const among = `among ${tables.toLocaleString('en')} tables`
  report({
    bench: `both advisors ${among}`,
    unit: 'ms',
    value: await medianOf(TIMES, () => server.exchange('GET', path)),
    yardstick: {
      what: 'one pass over the columns, indexes, constraints and policies',
      value: await medianOf(TIMES, () =>
        client.query(`select (select count(*) from pg_attribute a where not attisdropped and attname ~* 'pass'),
          (select count(*) from pg_index i where pg_get_indexdef(indexrelid) = ''),
          (select count(*) from pg_constraint where pg_get_constraintdef(oid) = ''),
          (select count(*) from pg_policy where pg_get_expr(polqual, polrelid) = '')`),
      ),
    },
    target: '≤ 1,000 ms for 10,000 tables',
  })
  await client.end()
  await server.stop()
  removeDataDir(dataDir)
}
