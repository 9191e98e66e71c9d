import { execFileSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import tls from 'node:tls'
import { downloadDump } from '@basalt/contract/dump/dump.endpoints.ts'
import {
  changeForeignServer,
  createForeignServer,
  dropForeignServer,
  importForeignSchema,
  readForeignServers,
  setUserMapping,
  testForeignServer,
} from '@basalt/contract/foreign-servers/foreign-servers.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { makeSelfSignedCertificate } from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import { type OwnPostgres, startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { sharedTemplatesDir } from '@basalt/testing/postgres/shared-templates.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { DATABASE_PASSWORD, type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aProject, reaches } from '../../test/people.ts'

const SECRET = 'geheim-k7Rw2pXq'
/** What the other servers have in common, so that they are copies of one template. */
const others = () => ({
  settings: { fsync: 'off', max_connections: '200' },
  templatesDir: sharedTemplatesDir(),
})

let project: DataApiFixture
let databases: Platform['databases']
const features = [
  (platform: Platform): Slice => {
    databases = platform.databases
    return {}
  },
]
let other: OwnPostgres
let port: number
beforeAll(async () => {
  ;[project, other] = await Promise.all([
    openDataApi(
      'create schema far; create view public.encryption as select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      { env: { BASALT_PRIVATE_NETWORKS: 'allow' }, features },
    ),
    startOwnPostgres(others()),
  ])
  port = Number(new URL(other.url).port)
  await other.query(`
    create role reader login password '${SECRET}';
    create role hashed login; create role plain login password '${SECRET}'; create role trusted login;
    set password_encryption = 'md5'; alter role hashed password '${SECRET}';
    create table public.orders as select i as id, repeat('x', 1000) as note from generate_series(1, 20000) i;
    create view public.slow as select id, pg_sleep(0.05)::text as slept from public.orders;
    create view public.one as select 1 as n;
    grant select on public.orders, public.slow, public.one to reader, hashed`)
  const { rows } = await other.query('show hba_file')
  const file = rows[0].hba_file as string
  const kinds = ['md5', 'password', 'trust'].map(
    (kind, place) => `host all ${['hashed', 'plain', 'trusted'][place]} all ${kind}`,
  )
  await writeFile(file, [...kinds, await readFile(file, 'utf8')].join('\n'))
  await other.query('select pg_reload_conf()')
  await waitFor(
    async () =>
      (await other.query(`select from pg_hba_file_rules where auth_method = 'trust'`)).rowCount === 1,
  )
})
afterAll(async () => {
  await other.close()
  await project[Symbol.asyncDispose]()
})
afterEach(() =>
  project.sql(`do $$ declare s record; begin
    for s in select srvname from pg_foreign_server loop execute format('drop server %I cascade', s.srvname); end loop;
  end $$`),
)

const at = (name: string) => ({ params: { ref: project.ref, server: name } })
const create = (body: object = {}) =>
  project.owner.call(createForeignServer, {
    params: { ref: project.ref },
    body: {
      name: 'shop',
      host: '127.0.0.1',
      port,
      database: 'postgres',
      login: { user: 'reader', password: SECRET },
      ...body,
    },
  })
const withTables = async () => {
  expect(await create()).toMatchObject({ status: 201 })
  const body = { schema: 'public', tables: ['orders', 'slow'], into: 'far' }
  expect(await project.owner.call(importForeignSchema, { ...at('shop'), body })).toMatchObject({
    status: 201,
  })
}
const tried = async (name = 'shop') => (await project.owner.call(testForeignServer, at(name))).body
const servers = async () =>
  (await project.owner.call(readForeignServers, { params: { ref: project.ref }, query: {} })).body.objects
/** What the other server runs for a user. */
const there = async (user: string) =>
  (
    await other.query('select pid, state, query from pg_stat_activity where usename = $1 order by pid', [
      user,
    ])
  ).rows as { pid: number; state: string; query: string }[]
/** Everything that a project's database stores about logins. */
const mappings = async (ref = project.ref) =>
  databases.asAdmin.session(ref, async (admin) => {
    const { rows } = await admin.query<{ options: string[] }>(
      'select umoptions as options from pg_user_mapping',
    )
    return rows.map(({ options }) => options)
  })

test('the other server sees the user and the application, and the database only a token', async () => {
  await withTables()
  const client = await project.connect()
  try {
    expect((await client.query('select count(*)::int from far.orders')).rows).toEqual([{ count: 20_000 }])
    expect(await there('reader')).toHaveLength(1)
  } finally {
    await client.end()
  }
  await waitFor(async () => (await there('reader')).length === 0)
  expect(JSON.stringify(await mappings())).not.toContain('geheim')
  expect(await project.sql(`select srvoptions from pg_foreign_server`)).toEqual([
    { srvoptions: [`dbname=postgresql://127.0.0.1:${port}/postgres?sslmode=prefer`] },
  ])
})

test.each([
  ['md5', 'hashed', /^$/],
  ['clear text without encryption', 'plain', /clear text over a connection that is not encrypted/],
  ['no password', 'trusted', /asks for no password/],
])('a server that asks for %s is treated accordingly', async (_title, user, reason) => {
  await create({ login: { user, password: SECRET } })
  expect((await tried()).reason ?? '').toMatch(reason)
})

test('a login over an encrypted connection is bound to it, and a certificate that nobody vouches for is refused', async () => {
  const { port: secured } = project.target
  const login = { user: 'postgres', password: DATABASE_PASSWORD }
  await create({ name: 'encrypted', port: secured, sslmode: 'require', login })
  expect(await tried('encrypted')).toMatchObject({ is_reachable: true })
  await project.owner.call(importForeignSchema, {
    ...at('encrypted'),
    body: { schema: 'public', tables: ['encryption'], into: 'far' },
  })
  expect(await project.sql('select ssl from far.encryption')).toEqual([{ ssl: true }])
  await create({ name: 'verified', port: secured, sslmode: 'verify-full', login })
  expect(await tried('verified')).toMatchObject({
    is_reachable: false,
    reason: expect.stringMatching(/is not trusted: self-signed certificate/),
  })
})

test('verify-full accepts a certificate that the machine trusts, for the name that it is for', async () => {
  const identity = makeSelfSignedCertificate(['localhost'])
  const secured = await startOwnPostgres({ ...others(), tls: identity })
  const trusted = tls.getCACertificates()
  tls.setDefaultCACertificates([...trusted, identity.cert])
  try {
    const { port: itsPort, username, password } = new URL(secured.url)
    const place = { port: Number(itsPort), sslmode: 'verify-full', login: { user: username, password } }
    await create({ ...place, name: 'right', host: 'localhost' })
    expect(await tried('right')).toMatchObject({ is_reachable: true })
    await create({ ...place, name: 'wrong', host: '127.0.0.1' })
    expect(await tried('wrong')).toMatchObject({
      is_reachable: false,
      reason: expect.stringMatching(/certificate of 127\.0\.0\.1 is for localhost\. Enter the name/),
    })
  } finally {
    tls.setDefaultCACertificates(trusted)
    await secured.close()
  }
})

test('a server that must encrypt and does not is refused before the password is sent', async () => {
  for (const sslmode of ['require', 'verify-full']) {
    await create({ name: sslmode, sslmode })
    expect(await tried(sslmode)).toMatchObject({
      is_reachable: false,
      reason: expect.stringMatching(/does not encrypt connections/),
    })
  }
})

test('a token that another database stole opens nothing', async () => {
  await withTables()
  const [organization] = (await project.owner.call(listOrganizations)).body
  const { ref } = await aProject(project.owner, organization!)
  await reaches(project.owner, ref, 'ACTIVE_HEALTHY')
  const [[user, password] = []] = await mappings()
  // As in a branch, which has the same catalog.
  await databases.asAdmin.session(ref, (admin) =>
    admin.query(`select basalt.create_extension('postgres_fdw');
      create server shop foreign data wrapper postgres_fdw options (dbname 'postgresql://127.0.0.1:${port}/postgres');
      alter server shop owner to postgres;
      create user mapping for postgres server shop options (user '${user!.replace('user=', '')}', password '${password!.replace('password=', '')}')`),
  )
  expect(
    (await project.owner.call(testForeignServer, { params: { ref, server: 'shop' } })).body,
  ).toMatchObject({ is_reachable: false, reason: expect.stringMatching(/no such login\. Set it again/) })
  const { body } = await project.owner.call(readForeignServers, { params: { ref }, query: {} })
  expect(body.objects[0]!.mappings).toEqual([{ role: 'postgres', user: 'reader', password: 'missing' }])
  // Setting it makes the copy independent.
  const login = { user: 'reader', password: SECRET }
  await project.owner.call(setUserMapping, { params: { ref, server: 'shop', role: 'postgres' }, body: login })
  expect(
    (await project.owner.call(testForeignServer, { params: { ref, server: 'shop' } })).body,
  ).toMatchObject({ is_reachable: true })
  expect(await tried()).toMatchObject({ is_reachable: true })
})

test('only the database and the platform may enter the folder of its relay', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root gives databases users of their own')
  const { endpoint } = await project.engine.facts(project.ref)
  const folder = await stat(endpoint!.outgoing!)
  expect([folder.uid, folder.mode & 0o777]).toEqual([0, 0o710])
  const enters = (uid: number, gid: number) => {
    const script = `require('net').connect('${endpoint!.outgoing}/.s.PGSQL.5432').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`
    try {
      execFileSync(process.execPath, ['-e', script], { uid, gid })
      return true
    } catch {
      return false
    }
  }
  expect(enters(folder.gid, folder.gid)).toBe(true)
  expect(enters(65_534, 65_534)).toBe(false)
})

test('a login is sent nowhere else, also when SQL moves its server', async () => {
  await create()
  await project.sql(`alter server shop options (set dbname 'postgresql://localhost:${port}/postgres')`)
  expect(await tried()).toMatchObject({
    is_reachable: false,
    reason: expect.stringMatching(/was entered for 127\.0\.0\.1:\d+ and is sent nowhere else/),
  })
  expect((await servers())[0]!.mappings).toMatchObject([{ password: 'other_place' }])
})

test('cancelling a query here cancels it there', async () => {
  await withTables()
  const client = await project.connect()
  const caller = await project.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const running = client.query('select count(slept) from far.slow').catch((error) => error)
    await waitFor(async () => (await there('reader')).some(({ state }) => state === 'active'))
    await caller.query('select pg_cancel_backend($1)', [rows[0].pid])
    expect(await running).toMatchObject({ code: '57014' })
    await waitFor(async () => (await there('reader')).every(({ state }) => state !== 'active'))
    // The session goes on.
    expect((await client.query('select count(*)::int from far.orders')).rows).toEqual([{ count: 20_000 }])
  } finally {
    await client.end()
    await caller.end()
  }
})

test('a connection that is cut between two rows ends the query with an error, and the next one dials again', async () => {
  await withTables()
  const client = await project.connect()
  try {
    await client.query('begin')
    await client.query('declare c cursor for select * from far.orders')
    expect((await client.query('fetch 150 from c')).rowCount).toBe(150)
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`)
    await waitFor(async () => (await there('reader')).length === 0)
    await expect(client.query('fetch 1000 from c')).rejects.toMatchObject({
      message: expect.stringMatching(/terminating connection|closed the connection|no connection/),
    })
    await client.query('rollback')
    expect((await client.query('select count(*)::int from far.orders')).rows).toEqual([{ count: 20_000 }])
  } finally {
    await client.end()
  }
})

test('a server that is frozen is given up, and works again once it wakes', async () => {
  await withTables()
  const { rows } = await other.query(
    `select pg_catalog.split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  const { pid } = rows[0] as { pid: number }
  process.kill(pid, 'SIGSTOP')
  try {
    expect(await tried()).toMatchObject({
      is_reachable: false,
      reason: expect.stringMatching(/did not answer within 10 seconds/),
    })
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  expect(await tried()).toMatchObject({ is_reachable: true })
})

test('a query at a server that freezes ends when it is cancelled, there too once the server wakes', async () => {
  await withTables()
  const client = await project.connect()
  const caller = await project.connect()
  const { rows } = await other.query(
    `select pg_catalog.split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  const frozen = [rows[0].pid as number]
  try {
    const { rows: own } = await client.query('select pg_backend_pid() as pid')
    const running = client.query('select count(slept) from far.slow').catch((error) => error)
    const atWork = await waitFor(async () => (await there('reader')).find(({ state }) => state === 'active'))
    frozen.push(atWork.pid)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    await caller.query('select pg_cancel_backend($1)', [own[0].pid])
    expect(await running).toMatchObject({ code: '57014' })
    // The session works again, although the server took no request to cancel.
    expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    await client.end()
    await caller.end()
  }
  // It would take a quarter of an hour.
  await waitFor(async () => (await there('reader')).length === 0)
})

test('a hundred connections to other servers work at once, and one more is refused in words', async () => {
  await waitFor(async () => (await there('reader')).length === 0)
  const [SESSIONS, EACH] = [20, 5]
  await withTables()
  await project.sql(`do $$ declare
      place text := (select srvoptions[1] from pg_foreign_server where srvname = 'shop');
      login text[] := (select umoptions from pg_user_mappings where srvname = 'shop');
    begin
      for n in 1..${EACH} loop
        execute format('create server s%s foreign data wrapper postgres_fdw options (dbname %L)', n, split_part(place, 'dbname=', 2));
        execute format('create user mapping for postgres server s%s options (user %L, password %L)', n,
          (select substr(o, 6) from unnest(login) o where o like 'user=%'),
          (select substr(o, 10) from unnest(login) o where o like 'password=%'));
        execute format('create foreign table far.one_%s (n int) server s%s options (schema_name ''public'', table_name ''one'')', n, n);
      end loop;
    end $$`)
  const all = Array.from({ length: EACH }, (_, n) => `select n from far.one_${n + 1}`).join(' union all ')
  const clients = await Promise.all(Array.from({ length: SESSIONS + 1 }, () => project.connect()))
  const [last, ...first] = clients
  try {
    // One that was cut between two rows does not count any more.
    await last!.query('begin; declare c cursor for select * from far.orders')
    await last!.query('fetch 150 from c')
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`)
    await waitFor(async () => (await there('reader')).length === 0)
    await expect(last!.query('fetch 1000 from c')).rejects.toBeInstanceOf(Error)
    await last!.query('rollback')
    const sums = await Promise.all(
      first.map(
        async (client) => (await client.query(`select sum(n)::int as sum from (${all}) t`)).rows[0].sum,
      ),
    )
    expect(sums).toEqual(first.map(() => EACH))
    expect(await there('reader')).toHaveLength(SESSIONS * EACH)
    const refused = await last!.query('select from far.one_1').catch((error) => error)
    expect(`${refused.message} ${refused.detail ?? ''}`).toMatch(
      /This database has 100 connections to other servers already\. Close some sessions/,
    )
    await first[0]!.end()
    await waitFor(async () => (await there('reader')).length < SESSIONS * EACH)
    expect((await last!.query('select n from far.one_1')).rows).toEqual([{ n: 1 }])
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
})

test('a dump has the servers, and no password of them', async () => {
  await withTables()
  const { body } = await project.app.inject({
    method: downloadDump.method,
    url: requestUrl(downloadDump, { params: { ref: project.ref } }),
    headers: project.owner.headers,
  })
  expect(body).toContain('CREATE SERVER shop')
  expect(body).toContain('CREATE USER MAPPING FOR postgres SERVER shop')
  expect(body).not.toContain(SECRET)
})

test('a server that SQL made with a readable password is named, and sealed when it is saved', async () => {
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(`insert into basalt.dialled_addresses values ('127.0.0.1') on conflict do nothing`),
  )
  await project.sql(`select basalt.create_extension('postgres_fdw', if_not_exists => true);
    create server "Old 'one'" foreign data wrapper postgres_fdw
      options (host 'localhost', hostaddr '127.0.0.1', port '${port}', dbname 'postgres', truncatable 'false');
    create user mapping for postgres server "Old 'one'" options (user 'reader', password '${SECRET}');
    create user mapping for public server "Old 'one'" options (password '${SECRET}', user 'hashed');
    create user mapping for service_role server "Old 'one'"`)
  expect(await tried("Old 'one'")).toMatchObject({ is_reachable: true })
  const [before] = await servers()
  expect(before).toMatchObject({
    is_relayed: false,
    mappings: [
      { role: 'postgres', user: 'reader', password: 'database' },
      { role: 'service_role', user: null, password: 'none' },
      { role: 'public', user: 'hashed', password: 'database' },
    ],
  })
  const { fetch_size, use_remote_estimate } = before!
  expect(
    await project.owner.call(changeForeignServer, {
      ...at("Old 'one'"),
      body: {
        name: 'new',
        host: 'localhost',
        port,
        database: 'postgres',
        sslmode: 'prefer',
        fetch_size,
        use_remote_estimate,
      },
    }),
  ).toMatchObject({ status: 200 })
  expect(JSON.stringify(await mappings())).not.toContain('geheim')
  expect((await servers())[0]).toMatchObject({
    name: 'new',
    is_relayed: true,
    host: 'localhost',
    other_options: [{ name: 'truncatable', value: 'false' }],
    mappings: [
      { role: 'postgres', user: 'reader', password: 'sealed' },
      { role: 'service_role', user: null, password: 'none' },
      { role: 'public', user: 'hashed', password: 'sealed' },
    ],
  })
  expect(await tried('new')).toMatchObject({ is_reachable: true })
})

test('a login is gone with its mapping and its server', async () => {
  const count = async () =>
    Number(
      (
        await project.metadata
          .selectFrom('foreign_logins')
          .select((rows) => rows.fn.countAll().as('count'))
          .where('ref', '=', project.ref)
          .executeTakeFirstOrThrow()
      ).count,
    )
  const before = await count()
  await create()
  await project.owner.call(setUserMapping, {
    params: { ref: project.ref, server: 'shop', role: 'service_role' },
    body: { user: 'hashed', password: SECRET },
  })
  expect(await count()).toBe(before + 2)
  await project.owner.call(setUserMapping, {
    params: { ref: project.ref, server: 'shop', role: 'postgres' },
    body: { user: 'hashed', password: SECRET },
  })
  expect(await count()).toBe(before + 2)
  await project.owner.call(dropForeignServer, { ...at('shop'), query: {} })
  expect(await count()).toBe(before)
})

test('a restart of the database keeps its servers working', async () => {
  await withTables()
  await project.engine.restart(project.ref)
  const { endpoint } = await project.engine.facts(project.ref)
  const client = new pg.Client({ ...project.target, ...endpoint! })
  await client.connect()
  try {
    expect((await client.query('select count(*)::int from far.orders')).rows).toEqual([{ count: 20_000 }])
  } finally {
    await client.end()
  }
})
