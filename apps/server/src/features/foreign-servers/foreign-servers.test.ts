import net from 'node:net'
import {
  changeForeignServer,
  createForeignServer,
  dropForeignServer,
  dropUserMapping,
  importForeignSchema,
  listRemoteTables,
  readForeignServer,
  readForeignServerDependents,
  readForeignServers,
  setUserMapping,
  testForeignServer,
} from '@basalt/contract/foreign-servers/foreign-servers.endpoints.ts'
import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { type OwnPostgres, startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember } from '../../test/people.ts'
import { SERVERS } from './read-foreign-servers.ts'

const SECRET = `geheim'"\\ größe`

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
    openDataApi('create schema mine', { env: { BASALT_PRIVATE_NETWORKS: 'allow' }, features }),
    startOwnPostgres(),
  ])
  port = Number(new URL(other.url).port)
  await other.query(`
    create role "Leser ""x""" login password ${`E'${SECRET.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`};
    create schema "Größe ""s""";
    create table "Größe ""s"""."or.ders '" (id int primary key, "Größe $1" text, price numeric);
    insert into "Größe ""s"""."or.ders '" select i, 'Nr. ' || i, i * 2 from generate_series(1, 1000) i;
    create view "Größe ""s""".expensive as select * from "Größe ""s"""."or.ders '" where price > 1990;
    create table "Größe ""s""".parts (n int) partition by range (n);
    create table "Größe ""s""".part partition of "Größe ""s""".parts for values from (0) to (10);
    create table public.widgets (id int primary key, label text, extra text);
    insert into public.widgets values (1, 'one', 'x');
    grant usage on schema "Größe ""s""" to "Leser ""x""";
    grant all on all tables in schema "Größe ""s""", public to "Leser ""x""";
    analyze`)
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

interface PlanNode extends Record<string, unknown> {
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const at = (name: string) => ({ params: { ref: project.ref, server: name } })
const read = async (query: { search?: string; limit?: string; cursor?: string } = {}) =>
  (await project.owner.call(readForeignServers, { params: { ref: project.ref }, query })).body
const create = (body: object = {}) =>
  project.owner.call(createForeignServer, {
    params: { ref: project.ref },
    body: {
      name: 'Shop "1"',
      host: '127.0.0.1',
      port,
      database: 'postgres',
      login: { user: 'Leser "x"', password: SECRET },
      ...body,
    },
  })
const edit = (name: string, server: ForeignServer, body: object) => {
  const { host, database, sslmode, fetch_size, use_remote_estimate } = server
  return project.owner.call(changeForeignServer, {
    ...at(name),
    body: {
      name: server.name,
      port: server.port,
      fetch_size,
      use_remote_estimate,
      host: host!,
      database: database!,
      sslmode: sslmode!,
      ...body,
    },
  })
}
const tried = async (name = 'Shop "1"') => (await project.owner.call(testForeignServer, at(name))).body
const importing = (body: object, name = 'Shop "1"') =>
  project.owner.call(importForeignSchema, {
    ...at(name),
    body: { schema: 'Größe "s"', tables: [`or.ders '`], into: 'Far "away"', ...body },
  })
const changes = async () =>
  (await project.owner.call(listChanges, { params: { ref: project.ref }, query: {} })).body.changes

test('tables of another server are imported and read where they are, and filters are sent there', async () => {
  expect(await create()).toMatchObject({ status: 201 })
  expect(await tried()).toMatchObject({ is_reachable: true, reason: null, version: /^18/, moved_to: [] })

  const { body: found } = await project.owner.call(listRemoteTables, {
    ...at('Shop "1"'),
    query: { schema: 'Größe "s"' },
  })
  expect(found.schemas).toEqual(
    expect.arrayContaining([
      { name: 'Größe "s"', tables: 3 },
      { name: 'public', tables: 1 },
    ]),
  )
  expect(found.tables).toEqual([
    { name: 'expensive', kind: 'view', rows: null },
    { name: `or.ders '`, kind: 'table', rows: 1000 },
    { name: 'parts', kind: 'partitioned_table', rows: expect.anything() },
  ])

  const imported = await importing({ tables: [`or.ders '`, 'expensive', 'parts'] })
  expect(imported).toMatchObject({ status: 201, body: { tables: ['expensive', `or.ders '`, 'parts'] } })
  expect(
    await project.sql(`select "Größe $1" as label from "Far ""away"""."or.ders '" where id = 7`),
  ).toEqual([{ label: 'Nr. 7' }])
  const plan = await project.sql(
    `explain (verbose, costs off) select "Größe $1" from "Far ""away"""."or.ders '" where price > 1990 and id < 998`,
  )
  const sent = plan.map((row) => String(row['QUERY PLAN'])).find((line) => line.includes('Remote SQL'))
  expect(sent).toContain('WHERE ((price > 1990::numeric)) AND ((id < 998))')
  // What was made for looking is gone.
  expect(await project.sql(`select nspname from pg_namespace where nspname ~ '^basalt_remote'`)).toEqual([])
  expect((await read()).objects).toMatchObject([
    {
      name: 'Shop "1"',
      wrapper: 'postgres_fdw',
      owner: 'postgres',
      is_owned: true,
      host: '127.0.0.1',
      is_relayed: true,
      address: null,
      port,
      database: 'postgres',
      sslmode: 'prefer',
      mappings: [{ role: 'postgres', user: 'Leser "x"', password: 'sealed' }],
      table_count: 3,
      tables: [
        { schema: 'Far "away"', name: 'expensive', remote_schema: 'Größe "s"', remote_name: 'expensive' },
        { name: `or.ders '` },
        { name: 'parts' },
      ],
    },
  ])
  // The API's roles do not get tables without row level security by default privileges.
  expect(
    await project.sql(
      `select has_table_privilege('anon', oid, 'select') as anon, has_table_privilege('service_role', oid, 'select') as service
       from pg_class where relname = 'expensive'`,
    ),
  ).toMatchObject([{ anon: false }])
  await project.sql('drop schema "Far ""away""" cascade')
})

test('a password is not in the database, nor in an answer, ledger, statistics or activity', async () => {
  await create()
  await project.owner.call(setUserMapping, {
    params: { ref: project.ref, server: 'Shop "1"', role: 'service_role' },
    body: { user: 'Leser "x"', password: SECRET },
  })
  const mappings = await databases.asAdmin.session(project.ref, async (admin) => {
    const { rows } = await admin.query('select umuser, umoptions::text as options from pg_user_mapping')
    return rows
  })
  expect(mappings).toHaveLength(2)
  // A token of this database for each, and the user there.
  for (const { options } of mappings) expect(options).toMatch(/Leser .*@[0-9a-f]{24}.*password=[\w-]{43}/)
  const stored = await project.metadata
    .selectFrom('foreign_logins')
    .selectAll()
    .where(
      'id',
      'in',
      mappings.map(({ options }) => /@([0-9a-f]{24})/.exec(options)![1]!),
    )
    .execute()
  expect(stored).toHaveLength(2)
  expect(stored.map((row) => row.sealed_password.toString('latin1')).join()).not.toContain('geheim')
  const seen = [
    mappings,
    await read(),
    await changes(),
    await project.sql('select query from pg_stat_activity'),
    await project.sql('select query from extensions.pg_stat_statements'),
  ]
  expect(JSON.stringify(seen)).not.toContain('geheim')
  expect((await changes()).slice(0, 2)).toMatchObject([
    {
      origin: 'database_pages',
      kind: 'schema',
      missing: 'secrets',
      sql: expect.stringMatching(/service_role/),
    },
    { sql: expect.stringMatching(/create server "Shop ""1"""[\s\S]*create user mapping for "postgres"/) },
  ])
})

test('a wrong password, and a role without a login, are told in PostgreSQL’s words', async () => {
  await create({ login: { user: 'Leser "x"', password: 'falsch' } })
  expect(await tried()).toMatchObject({
    is_reachable: false,
    version: null,
    reason: expect.stringMatching(/[Pp]assword authentication failed for user "Leser "x""/),
  })
  expect(await importing({})).toMatchObject({
    status: 502,
    body: { code: 'upstream_failed', message: expect.stringMatching(/[Pp]assword authentication failed/) },
  })
  const mapped = { ref: project.ref, server: 'Shop "1"', role: 'postgres' }
  await project.owner.call(setUserMapping, {
    params: mapped,
    body: { user: 'Leser "x"', password: SECRET },
  })
  expect(await tried()).toMatchObject({ is_reachable: true })
  expect(await project.owner.call(dropUserMapping, { params: mapped })).toMatchObject({ status: 200 })
  expect(await tried()).toMatchObject({ reason: 'postgres has no login there. Add one to the server.' })
  expect(await project.owner.call(dropUserMapping, { params: mapped })).toMatchObject({ status: 404 })
})

test('a host that refuses or never answers ends the test with a reason', async () => {
  const silent = net.createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  await create({ name: 'silent', port: (silent.address() as net.AddressInfo).port })
  await create({ name: 'closed', port: 1 })
  expect(await tried('closed')).toMatchObject({
    is_reachable: false,
    reason: expect.stringMatching(/Connection refused/),
  })
  expect(await tried('silent')).toMatchObject({
    is_reachable: false,
    reason: expect.stringMatching(/did not answer within 10 seconds/),
  })
  silent.close()
})

test('a column that the other server loses is told by its query, and gone after another import', async () => {
  await create()
  const widgets = { schema: 'public', tables: ['widgets'], into: 'mine' }
  expect(await importing(widgets)).toMatchObject({ status: 201 })
  await other.query('alter table public.widgets drop column extra')
  await expect(project.sql('select * from mine.widgets')).rejects.toThrow(/column "extra" does not exist/)
  expect(await importing(widgets)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/already exists/) },
  })
  await project.sql('create view mine.seen as select id from mine.widgets')
  expect(await importing({ ...widgets, replaces: true })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/other objects depend on it/) },
  })
  await project.sql('drop view mine.seen')
  expect(await importing({ ...widgets, replaces: true })).toMatchObject({ status: 201 })
  expect(await project.sql('select * from mine.widgets')).toEqual([{ id: 1, label: 'one' }])
})

test('a server is changed and renamed, and keeps options that no field shows', async () => {
  await create({ port: 1 })
  await project.sql(`alter server "Shop ""1""" options (add truncatable 'false')`)
  const [server] = (await read()).objects
  expect(
    await edit('Shop "1"', server!, { name: 'Shop 2', host: 'localhost', port, fetch_size: 500 }),
  ).toMatchObject({
    status: 400,
    body: {
      details: { issues: [{ path: 'login.password', message: expect.stringMatching(/127.0.0.1:1/) }] },
    },
  })
  expect(
    await edit('Shop "1"', server!, {
      name: 'Shop 2',
      host: 'localhost',
      port,
      fetch_size: 500,
      login: { user: 'Leser "x"', password: SECRET },
    }),
  ).toMatchObject({ status: 200 })
  expect(await tried('Shop 2')).toMatchObject({ is_reachable: true })
  expect((await read()).objects).toMatchObject([
    {
      name: 'Shop 2',
      host: 'localhost',
      fetch_size: 500,
      other_options: [{ name: 'truncatable', value: 'false' }],
    },
  ])
  const count = (await changes()).length
  expect(await edit('Shop 2', (await read()).objects[0]!, {})).toMatchObject({ status: 200 })
  expect((await changes()).length).toBe(count)
})

test('dropping a server lists what goes with it, and takes it only when told', async () => {
  await create()
  await importing({ schema: 'public', tables: ['widgets'], into: 'mine' })
  await project.sql('create view mine.labels as select label from mine.widgets')
  const { body } = await project.owner.call(readForeignServerDependents, at('Shop "1"'))
  expect(body.dependents).toEqual(['view mine.labels', 'foreign table mine.widgets'])
  const drop = (cascade: string) =>
    project.owner.call(dropForeignServer, { ...at('Shop "1"'), query: { cascade } })
  expect(await drop('false')).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/other objects depend on it/) },
  })
  expect((await read()).objects[0]!.mappings).toHaveLength(1)
  expect(await drop('true')).toMatchObject({ status: 200 })
  expect((await read()).objects).toEqual([])
  expect(await project.sql(`select from pg_class where relname in ('widgets', 'labels')`)).toEqual([])
})

test.each([
  ['no name', { name: '' }, 400, /Enter a name/],
  ['a name that PostgreSQL cuts off', { name: 'ü'.repeat(32) }, 400, /63 bytes/],
  ['a socket of the machine', { host: '/var/run/postgresql' }, 400, /Sockets of the machine/],
  ['several hosts', { host: 'a,b' }, 400, /one host name/],
  ['a host that does not exist', { host: 'absent.invalid' }, 400, /absent.invalid is unknown/],
  ['port 0', { port: 0 }, 400, /From 1 to 65535/],
  ['no password', { login: { user: 'a', password: '' } }, 400, /Enter the password/],
  ['an option of libpq', { options: { sslkey: '/etc/shadow' } }, 400, /[Uu]nrecognized key/],
  ['a name that is taken', {}, 400, /already exists/],
])('a server with %s is refused and leaves nothing', async (_title, body, status, message) => {
  if (/taken/.test(_title)) await create()
  const before = (await read()).objects.length
  const reply = await create(body)
  expect(reply.status).toBe(status)
  expect(JSON.stringify(reply.body)).toMatch(message)
  expect(JSON.stringify(reply.body)).not.toContain('geheim')
  expect((await read()).objects).toHaveLength(before)
})

test.each([
  ['a table that is not there', { tables: ['absent'] }, /no table Größe ..s...absent/],
  ['a schema that is not there', { schema: 'absent' }, /Schema ..absent.. is not present/],
  ['a schema of the platform', { into: 'auth' }, /managed by the platform/],
  ['no table', { tables: [] }, /at least one table/],
])('an import of %s is refused and leaves nothing', async (_title, body, message) => {
  await create()
  const reply = await importing({ into: 'nowhere', ...body })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toMatch(message)
  expect(await project.sql(`select from pg_namespace where nspname = 'nowhere'`)).toEqual([])
  expect((await read()).objects[0]!.table_count).toBe(0)
})

test('readers see servers and may not use their logins', async () => {
  await create()
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  expect(await reader.call(readForeignServers, { params: { ref: project.ref }, query: {} })).toMatchObject({
    status: 200,
  })
  for (const call of [
    reader.call(testForeignServer, at('Shop "1"')),
    reader.call(listRemoteTables, { ...at('Shop "1"'), query: {} }),
    reader.call(dropForeignServer, { ...at('Shop "1"'), query: {} }),
  ])
    expect(await call).toMatchObject({ status: 403 })
})

test('a server of another wrapper is shown, and changed by SQL only', async () => {
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(`create foreign data wrapper "other" ; create server elsewhere foreign data wrapper "other"
      options (password 'geheim', place 'x'); alter server elsewhere owner to postgres`),
  )
  const { objects: servers } = await read()
  expect(servers).toMatchObject([{ name: 'elsewhere', wrapper: 'other', host: null, port: 5432 }])
  expect(JSON.stringify(servers)).not.toContain('geheim')
  expect(
    await edit('elsewhere', servers[0]!, { host: 'localhost', database: 'x', sslmode: 'prefer' }),
  ).toMatchObject({ status: 409 })
})

test('servers come page by page and are found by name, each with its own logins and tables', async () => {
  await create()
  await importing({ schema: 'public', tables: ['widgets'], into: 'mine' })
  await project.sql(`do $$ begin for n in 1 .. 45 loop
    execute format('create server %I foreign data wrapper postgres_fdw options (hostaddr %L, dbname %L)',
      'm' || lpad(n::text, 2, '0'), '203.0.113.7', 'd' || n); end loop; end $$`)
  const first = await read()
  const second = await read({ cursor: first.next_cursor! })
  const third = await read({ cursor: second.next_cursor! })
  expect([first.count, first.objects.length, second.objects.length, third.objects.length]).toEqual([
    46, 20, 20, 6,
  ])
  expect(third.next_cursor).toBe(null)
  const names = [first, second, third].flatMap(({ objects }) => objects.map(({ name }) => name))
  expect(names).toEqual([
    'Shop "1"',
    ...Array.from({ length: 45 }, (_, n) => `m${String(n + 1).padStart(2, '0')}`),
  ])
  expect(first.objects[0]).toMatchObject({
    mappings: [{ role: 'postgres' }],
    tables: [{ name: 'widgets' }],
    table_count: 1,
  })
  expect(third.objects[5]).toMatchObject({ database: 'd45', mappings: [], tables: [], table_count: 0 })
  // Neither logins nor tables have an index by server: each catalog is read once for a page, not once for a server.
  const scans = await databases.asAdmin.session(project.ref, async (admin) => {
    const { rows } = await admin.query(`explain (analyze, format json) ${SERVERS}`, [
      'postgres',
      first.objects.map(({ id }) => id),
    ])
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) =>
      ['pg_user_mapping', 'pg_foreign_table'].includes(String(node['Relation Name']))
        ? [node['Actual Loops']]
        : [],
    )
  })
  expect(scans).toEqual([1, 1])
  expect((await read({ search: 'M07' })).objects).toMatchObject([{ name: 'm07' }])
  expect((await project.owner.call(readForeignServer, at('m45'))).body).toEqual(third.objects[5])
  expect(await project.owner.call(readForeignServer, at('absent'))).toMatchObject({ status: 404 })
})
