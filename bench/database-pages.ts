import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVERS_PAGE_SIZE } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import { CHANGES_PAGE } from '@basalt/contract/ledger/ledger.rules.ts'
import { TABLE_WEBHOOKS_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type { TableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { type OwnPostgres, startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9-db'
const OBJECTS = 10_000
const TIMES = 30
/** Turns before what is measured. */
const WARM_UP = 5
/** Rows of a page. */
const PAGE = 100
/** Statements of one transaction: each object takes a lock. */
const MADE_AT_ONCE = 500
/** The most that a table can have. */
const COLUMNS_MAX = 1_600
/** The most that a diagram shows. */
const DIAGRAM_TABLES = 1_000
/** How long webhooks may take to deliver a row of each object. */
const DELIVERED_WITHIN_MS = 10 * 60_000

/** What pages are prepared in. */
interface Situation {
  readonly server: BenchServer
  readonly ref: string
  /** Of the project's database. */
  readonly client: pg.Client
  /** The platform's own database. */
  readonly metadata: OwnPostgres
  readonly objects: number
}

interface Page {
  readonly page: string
  /** SQL before the objects. */
  readonly before?: string
  /** SQL that makes an object, as a format string; `%1$s` is its number. */
  readonly make?: string
  /** Makes what SQL in the project cannot. */
  readonly prepare?: (situation: Situation) => Promise<void>
  /** Fewer objects than the bench has. */
  readonly max?: number
  /** Below `/platform`, with the project's ref in place of `:ref` and the oid of `table` in place of `:oid`. */
  readonly path: string
  readonly table?: string
  /** The simplest SQL for the rows of the page, with the project's ref in place of `:ref`. */
  readonly plain: string
  /** Whether that runs in the platform's own database. */
  readonly isOfPlatform?: boolean
}

const inSchema = (schema: string) => `pg_catalog.to_regnamespace('${schema}')::oid`
const ofTypes = (schema: string, kind: string) =>
  `select oid, typname from pg_type where typnamespace = ${inSchema(schema)} and typtype = '${kind}' order by typname limit ${PAGE}`

const PAGES: readonly Page[] = [
  {
    page: 'tables',
    before: 'create schema b_tables',
    make: 'create table b_tables.t%1$s (id int, note text)',
    path: '/pg-meta/:ref/table-list?schema=b_tables',
    plain: `select oid, relname, reltuples, pg_total_relation_size(oid) from pg_class where relnamespace = ${inSchema('b_tables')} and relkind = 'r' order by relname limit ${PAGE}`,
  },
  {
    page: 'privileges on tables',
    path: '/pg-meta/:ref/privileges/tables?schema=b_tables&role=anon',
    plain: `select oid, relname, relacl, has_table_privilege('anon', oid, 'select') from pg_class where relnamespace = ${inSchema('b_tables')} and relkind = 'r' order by relname limit ${PAGE}`,
  },
  {
    page: 'columns of a table',
    before: `create schema b_columns;
      do $$ begin execute 'create table b_columns.t (' || (select string_agg(format('c%s int', n), ', ')
        from generate_series(1, ${COLUMNS_MAX}) n) || ')'; end $$`,
    path: '/pg-meta/:ref/entities/:oid/definition',
    table: 'b_columns.t',
    plain: `select attname, format_type(atttypid, atttypmod), attnotnull, col_description(attrelid, attnum)
      from pg_attribute where attrelid = 'b_columns.t'::regclass and attnum > 0 order by attnum`,
  },
  {
    page: 'privileges on columns of a table',
    path: '/pg-meta/:ref/privileges/columns?table=:oid&role=anon',
    table: 'b_columns.t',
    plain: `select attname, attacl, has_column_privilege('anon', attrelid, attnum, 'select')
      from pg_attribute where attrelid = 'b_columns.t'::regclass and attnum > 0 order by attnum`,
  },
  {
    page: 'default privileges',
    path: '/pg-meta/:ref/privileges/defaults?role=anon',
    plain:
      'select defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, defaclacl from pg_default_acl',
  },
  {
    page: 'tables of policies',
    path: '/pg-meta/:ref/policy-tables?schema=b_tables',
    plain: `select oid, relname, relrowsecurity from pg_class where relnamespace = ${inSchema('b_tables')} and relkind = 'r' order by relname limit ${PAGE}`,
  },
  {
    page: 'policies of a table',
    before: 'create schema b_policies; create table b_policies.t (id int)',
    make: 'create policy p%1$s on b_policies.t using (id = %1$s)',
    path: '/pg-meta/:ref/policy-tables/:oid/policies',
    table: 'b_policies.t',
    plain: `select oid, polname, pg_get_expr(polqual, polrelid) from pg_policy where polrelid = 'b_policies.t'::regclass order by polname limit ${PAGE}`,
  },
  {
    page: 'schema diagram',
    before: 'create schema b_diagram; create table b_diagram.hub (id int primary key)',
    make: 'create table b_diagram.t%1$s (id int primary key, hub int references b_diagram.hub)',
    max: DIAGRAM_TABLES - 1,
    path: '/pg-meta/:ref/schema-diagram?schema=b_diagram',
    plain: `select c.oid, c.relname, a.attname, a.atttypid::regtype, a.attnotnull from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = ${inSchema('b_diagram')} and c.relkind = 'r' and a.attnum > 0;
      select c.oid, i.indkey, i.indisprimary from pg_class c join pg_index i on i.indrelid = c.oid where c.relnamespace = ${inSchema('b_diagram')};
      select k.conname, k.conrelid, k.conkey, k.confrelid, t.relname, k.confkey from pg_constraint k join pg_class t on t.oid = k.confrelid where k.connamespace = ${inSchema('b_diagram')} and k.contype = 'f'`,
  },
  {
    page: 'functions',
    before: 'create schema b_functions',
    make: 'create function b_functions.f%1$s(a int, b text default null) returns int language sql return 1',
    path: '/pg-meta/:ref/database-functions?schema=b_functions',
    plain: `select oid, proname, pg_get_function_arguments(oid), pg_get_function_result(oid) from pg_proc where pronamespace = ${inSchema('b_functions')} order by proname limit ${PAGE}`,
  },
  {
    page: 'triggers',
    before: 'create schema b_triggers; create table b_triggers.t (id int)',
    make: 'create trigger t%1$s before update on b_triggers.t for each row execute function suppress_redundant_updates_trigger()',
    path: '/pg-meta/:ref/database-triggers?schema=b_triggers',
    plain: `select t.oid, tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = ${inSchema('b_triggers')} and not tgisinternal order by tgname limit ${PAGE}`,
  },
  {
    page: 'enumerated types',
    before: 'create schema b_enums',
    make: "create type b_enums.e%1$s as enum ('a', 'b', 'c')",
    path: '/pg-meta/:ref/enumerated-types?schema=b_enums',
    plain: ofTypes('b_enums', 'e'),
  },
  {
    page: 'composite types',
    before: 'create schema b_composites',
    make: 'create type b_composites.c%1$s as (a int, b text)',
    path: '/pg-meta/:ref/composite-types?schema=b_composites',
    plain: ofTypes('b_composites', 'c'),
  },
  {
    page: 'domains',
    before: 'create schema b_domains',
    make: 'create domain b_domains.d%1$s as int',
    path: '/pg-meta/:ref/domains?schema=b_domains',
    plain: ofTypes('b_domains', 'd'),
  },
  {
    page: 'indexes',
    before: `create schema b_indexes;
      do $$ begin for n in 0 .. 99 loop execute format('create table b_indexes.t%s (id int)', n); end loop; end $$`,
    make: 'create index i%1$s on b_indexes.t%2$s (id)',
    path: '/pg-meta/:ref/schema-indexes?schema=b_indexes',
    plain: `select oid, relname, pg_relation_size(oid), pg_get_indexdef(oid) from pg_class where relnamespace = ${inSchema('b_indexes')} and relkind = 'i' order by relname limit ${PAGE}`,
  },
  {
    page: 'running builds of indexes',
    path: '/pg-meta/:ref/index-builds',
    plain: 'select pid, phase, relid::regclass from pg_stat_progress_create_index',
  },
  {
    page: 'functions for triggers',
    path: '/pg-meta/:ref/trigger-functions',
    plain: `select oid, proname from pg_proc where prorettype = 'trigger'::regtype order by proname limit ${PAGE}`,
  },
  {
    page: 'extensions',
    path: '/pg-meta/:ref/available-extensions',
    plain:
      'select name, default_version, installed_version, comment from pg_available_extensions order by name',
  },
  {
    page: 'publications',
    make: 'create publication b_p%1$s',
    path: '/pg-meta/:ref/database-publications',
    plain: `select oid, pubname, puballtables from pg_publication order by pubname limit ${PAGE}`,
  },
  {
    page: 'replication',
    path: '/database/:ref/replication',
    plain: 'select pubname from pg_publication order by 1',
  },
  {
    page: 'roles',
    make: 'create role b_r%1$s',
    path: '/pg-meta/:ref/database-roles?search=b_r',
    plain: `select oid, rolname, rolcanlogin from pg_roles where rolname ilike '%b\\_r%' order by rolname limit ${PAGE}`,
  },
  {
    page: 'connections of roles',
    path: '/pg-meta/:ref/role-connections',
    plain: 'select usename, count(*) from pg_stat_activity group by 1',
  },
  {
    page: 'schemas',
    make: 'create schema b_s%1$s',
    path: '/pg-meta/:ref/database-schemas',
    plain: `select oid, nspname, nspowner::regrole from pg_namespace order by nspname limit ${PAGE}`,
  },
  {
    page: 'privileges on schemas',
    path: '/pg-meta/:ref/privileges/schemas?role=anon',
    plain: `select oid, nspname, nspacl, has_schema_privilege('anon', oid, 'usage') from pg_namespace order by nspname limit ${PAGE}`,
  },
  {
    page: 'foreign servers',
    before: "select basalt.create_extension('postgres_fdw')",
    make: "create server b_w%1$s foreign data wrapper postgres_fdw options (hostaddr '203.0.113.7', dbname 'x')",
    path: '/database/:ref/foreign-servers',
    plain: `select oid, srvname, srvoptions from pg_foreign_server order by srvname limit ${SERVERS_PAGE_SIZE}`,
  },
  {
    page: 'migrations',
    before: `create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`,
    make: "insert into supabase_migrations.schema_migrations values (20260101000000 + %1$s, array['select 1'], 'm')",
    path: '/projects/:ref/database/migrations',
    plain: 'select version, name from supabase_migrations.schema_migrations order by version desc limit 50',
  },
  {
    page: 'webhooks',
    prepare: makeWebhooks,
    path: '/projects/:ref/webhooks',
    plain: `select t.oid, tgname, tgenabled, tgrelid, relname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = ${inSchema('b_webhooks')} and not tgisinternal order by tgname`,
  },
  {
    page: 'changes',
    prepare: makeChanges,
    path: '/projects/:ref/changes',
    plain: `select * from changes where project_ref = ':ref' order by id desc limit ${CHANGES_PAGE}`,
    isOfPlatform: true,
  },
  {
    page: 'search of the changes',
    path: '/projects/:ref/changes?search=only%20once',
    plain: `select * from changes where project_ref = ':ref' and sql ilike '%only once%' order by id desc limit ${CHANGES_PAGE}`,
    isOfPlatform: true,
  },
  {
    // The last one: every later change of the schema would look at all of them.
    page: 'event triggers',
    before: `create function public.b_event() returns event_trigger language plpgsql as 'begin end'`,
    make: "select basalt.create_event_trigger('b_e%1$s', 'sql_drop', 'public.b_event', array['DROP STATISTICS'])",
    path: '/pg-meta/:ref/event-triggers',
    plain: `select oid, evtname, evtevent, evttags from pg_event_trigger order by evtname limit ${PAGE}`,
  },
]

/**
 * The first page of every database page, as the dashboard requests it, against the simplest catalog query for its rows in
 * the same database. `only` is the number of objects of each kind, 10,000 by default,
 * or the only pages that are measured, such as `schemas,roles`.
 */
export async function benchDatabasePages(only = '') {
  const objects = Number(only) || OBJECTS
  const names = Number(only) || only === '' ? undefined : only.split(',')
  const pages = PAGES.filter(({ page }) => !names || names.includes(page))
  if (pages.length === 0) throw new Error(`No page is named ${only}`)
  const dataDir = newDataDir()
  const metadata = await startOwnPostgres()
  const server = await startServer(dataDir, {
    BASALT_METADATA_URL: metadata.url,
    BASALT_PRIVATE_NETWORKS: 'allow',
  })
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, database, user: 'postgres', password: PASSWORD })
  await client.connect()
  for (const { before, make, prepare, max = objects } of pages) {
    if (before) await client.query(before)
    if (make) await makeAll(client, make, Math.min(objects, max))
    await prepare?.({ server, ref, client, metadata, objects: Math.min(objects, max) })
  }
  await client.query('vacuum analyze')
  await metadata.query('vacuum analyze')
  for (const { page, path, table, plain, isOfPlatform } of pages) {
    const oid = table === undefined ? '' : String(await oidOf(client, table))
    const url = `/platform${path.replace(':ref', ref).replace(':oid', oid)}`
    const reply = await server.send('GET', url)
    if (!reply.ok) throw new Error(`${page}: ${reply.status} ${await reply.text()}`)
    const request = () => server.exchange('GET', url)
    const text = plain.replace(':ref', ref)
    const bare = () => (isOfPlatform ? metadata.query(text) : client.query(text))
    const [value, yardstick] = await mediansOf(TIMES, request, bare)
    report({
      bench: `${page} among ${objects.toLocaleString('en')} objects of each kind`,
      unit: 'ms',
      value,
      yardstick: {
        what: isOfPlatform ? 'the bare query' : 'the bare catalog query',
        value: yardstick,
      },
      target: '≤ 2×, or ≤ 20 ms more',
    })
  }
  await client.end()
  await server.stop()
  await metadata.close()
  removeDataDir(dataDir)
}

/** As many webhooks as a project can have, each of a table of its own, after they have delivered a row of each object. */
async function makeWebhooks({ server, ref, client, objects }: Situation) {
  const receiver = http.createServer((request, response) => {
    request.resume()
    request.once('end', () => response.end())
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const webhooks = `/platform/projects/${ref}/webhooks`
  await client.query('create schema b_webhooks')
  for (let n = 0; n < TABLE_WEBHOOKS_MAX; n++) {
    await client.query(`create table b_webhooks.t${n} (id int primary key)`)
    const reply = await server.send('POST', webhooks, {
      id: crypto.randomUUID(),
      name: `b_hook_${n}`,
      schema: 'b_webhooks',
      table: `t${n}`,
      events: ['INSERT'],
      url,
    })
    if (!reply.ok) throw new Error(`A webhook was not created: ${await reply.text()}`)
  }
  const each = Math.ceil(objects / TABLE_WEBHOOKS_MAX)
  for (let n = 0; n < TABLE_WEBHOOKS_MAX; n++)
    await client.query(`insert into b_webhooks.t${n} select generate_series(1, ${each})`)
  await waitFor(
    async () => {
      const listed: TableWebhook[] = await server.json('GET', webhooks)
      return listed.every(({ pending, last_delivery }) => pending === 0 && last_delivery !== null)
    },
    { timeoutMs: DELIVERED_WITHIN_MS },
  )
  receiver.close()
  receiver.closeAllConnections()
}

async function makeChanges({ metadata, ref, objects }: Situation) {
  await metadata.query(
    `insert into changes (project_ref, kind, origin, sql, made_by, role, made_at, duration_ms, row_count, outcome)
     select $1, 'schema', 'sql_editor', case when n = 7 then 'select ''only once''' else format('create table t%s (id int)', n) end,
       'bench@example.com', 'postgres', now() - make_interval(secs => $2 - n), 1, 0, 'done'
     from generate_series(1, $2::int) n`,
    [ref, objects],
  )
}

/** The median durations of two kinds of work that take turns, so that both meet the same load; in milliseconds. */
async function mediansOf(
  times: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const measured: [number[], number[]] = [[], []]
  for (let count = 0; count < times + WARM_UP; count++) {
    const taken = [await timeOf(one), await timeOf(other)] as const
    if (count < WARM_UP) continue
    measured[0].push(taken[0])
    measured[1].push(taken[1])
  }
  return [median(measured[0]), median(measured[1])]
}

async function makeAll(client: pg.Client, make: string, count: number) {
  for (let from = 1; from <= count; from += MADE_AT_ONCE)
    await client.query(`do $do$ begin
      for n in ${from} .. ${Math.min(count, from + MADE_AT_ONCE - 1)} loop
        execute format($make$${make}$make$, lpad(n::text, 6, '0'), n % 100);
      end loop; end $do$`)
}

async function oidOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ oid: number }>('select $1::regclass::oid as oid', [table])
  return rows[0]!.oid
}
