import { once } from 'node:events'
import net from 'node:net'
import { checkImportSource } from '@basalt/contract/database-import/database-import.endpoints.ts'
import { createForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { createSubscription } from '@basalt/contract/replication/replication.endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
let databases: Platform['databases']
const features = [
  (platform: Platform): Slice => {
    databases = platform.databases
    return {}
  },
]
beforeAll(async () => {
  project = await openDataApi(`select basalt.create_extension('postgres_fdw')`, { features })
})
afterAll(() => project[Symbol.asyncDispose]())
afterEach(() => project.sql('drop server if exists s cascade'))

const server = (options: string) => `create server s foreign data wrapper postgres_fdw options (${options})`

test.each([
  ['loopback', `hostaddr '127.0.0.1'`],
  ['loopback by IPv6', `hostaddr '::1'`],
  ['loopback as mapped IPv4', `hostaddr '::ffff:127.0.0.1'`],
  ['a spelling that only libpq reads as loopback', `hostaddr '127.1'`],
  ['another one', `hostaddr '0x7f000001'`],
  ['a number', `hostaddr '2130706433'`],
  ['no address, which is this machine', `hostaddr '0.0.0.0'`],
  ['a private network', `hostaddr '10.1.2.3'`],
  ['the metadata of a cloud', `hostaddr '169.254.169.254'`],
  ['a private one after a public one', `host 'a,b', hostaddr '203.0.113.7,127.0.0.1'`],
  ['an empty one after a public one', `host 'a,/tmp', hostaddr '203.0.113.7,'`],
  ['a network', `hostaddr '203.0.113.7/0'`],
  ['a socket', `host '/tmp'`],
  ['a name that libpq would resolve', `host 'localhost'`],
  ['nothing, which is a socket', `dbname 'x'`],
  ['a file of the machine', `hostaddr '203.0.113.7', sslrootcert '/etc/passwd'`],
  ['a service file', `hostaddr '203.0.113.7', service 'x'`],
  ['a socket beside the relay', `host '/tmp', dbname 'postgresql://db/x'`],
  ['a service beside the relay', `service 'x', dbname 'postgresql://db/x'`],
  ['another port of the folder of the relay', `port '5433', dbname 'postgresql://db/x'`],
])('SQL cannot create a server at %s, or move one there', async (_title, options) => {
  await expect(project.sql(server(options))).rejects.toMatchObject({ code: '42501' })
  await project.sql(server(`hostaddr '203.0.113.8', host 'x', dbname 'y'`))
  const [before] = await project.sql(`select srvoptions from pg_foreign_server where srvname = 's'`)
  // As ALTER SERVER would be written for these options.
  const moved = options
    .split(/, (?=[a-z]+ ')/)
    .map((option) => (/^(?:hostaddr|host|dbname) /.test(option) ? `set ${option}` : `add ${option}`))
  if (!/hostaddr/.test(options)) moved.push('drop hostaddr')
  await expect(project.sql(`alter server s options (${moved.join(', ')})`)).rejects.toMatchObject({
    code: '42501',
  })
  expect(await project.sql(`select srvoptions from pg_foreign_server where srvname = 's'`)).toEqual([before])
})

test('a server at a public address can be created by SQL', async () => {
  await project.sql(
    server(
      `host 'db.example.com', hostaddr '203.0.113.7,2001:db8::7', sslmode 'verify-full', sslrootcert 'system'`,
    ),
  )
  expect(await project.sql('select srvname from pg_foreign_server')).toEqual([{ srvname: 's' }])
})

test('a server that SQL sends to the relay gets nowhere without a login that was set on the page', async () => {
  await project.sql(`${server(`dbname 'postgresql://127.0.0.1:${project.target.port}/postgres'`)};
    create foreign table public.roles (rolname text) server s options (schema_name 'pg_catalog', table_name 'pg_authid');
    create user mapping for postgres server s options (user 'basalt_admin', password 'guess')`)
  await expect(project.sql('select * from public.roles')).rejects.toMatchObject({
    code: '08001',
    detail: expect.stringMatching(/has no such login/),
  })
})

test.each([
  'set session_replication_role = replica',
  'set event_triggers = off',
  'alter event trigger basalt_check_foreign_server disable',
  'drop event trigger basalt_check_foreign_server',
  `select basalt.drop_event_trigger('basalt_check_foreign_server')`,
  `insert into basalt.dialled_addresses values ('127.0.0.1')`,
  'delete from basalt.private_networks',
  `create or replace function basalt.may_dial(written text) returns boolean language sql as 'select true'`,
])('a member cannot get around the check: %s', async (attempt) => {
  const client = await project.connect()
  try {
    await client.query(attempt).catch(() => undefined)
    await expect(client.query(server(`hostaddr '127.0.0.1'`))).rejects.toMatchObject({ code: '42501' })
  } finally {
    await client.end()
  }
})

test('the SQL editor is refused as well, with what to do', async () => {
  const { body } = await project.owner.call(runQuery, {
    params: { ref: project.ref },
    query: {},
    body: { query: server(`host '/tmp'`) },
  })
  expect(body).toMatchObject({ code: 'sql_failed', sqlstate: '42501' })
  expect(JSON.stringify(body)).toContain('page Wrappers')
})

test.each(['127.0.0.1', 'localhost', '::1', '10.0.0.7', '169.254.169.254', '0.0.0.0'])(
  'the page refuses %s when the operator does not allow private networks',
  async (host) => {
    expect(
      await project.owner.call(createForeignServer, {
        params: { ref: project.ref },
        body: { name: 's', host, port: 5432, database: 'x', login: { user: 'a', password: 'b' } },
      }),
    ).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringMatching(/private network|is unknown/) },
    })
    expect(await project.sql('select srvname from pg_foreign_server')).toEqual([])
  },
)

test('even at an address that is allowed, nobody logs in at a server that asks for no password', async () => {
  // The superuser of the platform logs in over the socket of the project, or by its password.
  const { port } = project.target
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(`insert into basalt.dialled_addresses values ('127.0.0.1') on conflict do nothing`),
  )
  await project.sql(`${server(`hostaddr '127.0.0.1', port '${port}', dbname 'postgres'`)};
    create foreign table public.roles (rolname text) server s options (schema_name 'pg_catalog', table_name 'pg_authid')`)
  await project.sql(`create user mapping for postgres server s options (user 'basalt_admin')`)
  await expect(project.sql('select * from public.roles')).rejects.toMatchObject({ code: '2F003' })
  await expect(
    project.sql(`alter user mapping for postgres server s options (add password_required 'false')`),
  ).rejects.toMatchObject({ code: '42501' })
})

test('dblink is not offered, because it connects wherever a query says', async () => {
  await expect(project.sql(`select basalt.create_extension('dblink')`)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(project.sql('create extension dblink')).rejects.toMatchObject({ code: '42501' })
})

const SUBSCRIBES = (port: number) =>
  `create subscription s connection 'host=127.0.0.1 port=${port} user=a password=b dbname=c' publication p`

/** A port of this machine that counts who connects to it. */
async function aPort() {
  let connections = 0
  const server = net.createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  }
}

test.each([
  'set session_replication_role = replica',
  'set event_triggers = off',
  'alter event trigger basalt_refuse_subscription disable',
  `select basalt.drop_event_trigger('basalt_refuse_subscription')`,
  'set role service_role',
])('SQL cannot subscribe, and nothing is dialled, after: %s', async (attempt) => {
  await using dialled = await aPort()
  const client = await project.connect()
  try {
    await client.query(attempt).catch(() => undefined)
    await expect(client.query(SUBSCRIBES(dialled.port))).rejects.toMatchObject({ code: '42501' })
    expect(dialled.connections()).toBe(0)
    expect((await client.query('select from pg_subscription')).rowCount).toBe(0)
  } finally {
    await client.end()
  }
})

test('a subscription can be switched, refreshed and dropped by SQL, but not sent to another address', async () => {
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(`create subscription mine connection 'host=203.0.113.7 password=x' publication p
      with (connect = false, slot_name = none);
      alter subscription mine owner to postgres`),
  )
  await project.sql('alter subscription mine disable; alter subscription mine set (binary = true)')
  await using dialled = await aPort()
  const moves = `alter subscription mine connection 'host=127.0.0.1 port=${dialled.port} password=x'`
  // Its own event trigger would run between the two of the platform.
  await project.sql(`create function public.between() returns event_trigger language plpgsql as
    $$ begin update basalt.subscription_connections set connection = md5('x');
       exception when insufficient_privilege then null; end $$;
    select basalt.create_event_trigger('basal', 'ddl_command_start', 'public.between')`)
  await expect(project.sql(moves)).rejects.toMatchObject({ code: '42501' })
  await expect(project.sql(`set session_replication_role = replica; ${moves}`)).rejects.toMatchObject({
    code: '42501',
  })
  await project.sql(`select basalt.drop_event_trigger('basal'); drop subscription mine`)
  expect(dialled.connections()).toBe(0)
})

test.each([
  ['an import', checkImportSource, {}],
  ['a subscription', createSubscription, { name: 's', publications: ['p'], copies_rows: true }],
] as const)('%s dials no private address, by any spelling', async (_title, endpoint, more) => {
  await using dialled = await aPort()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1', '2130706433', '[::ffff:127.0.0.1]']) {
    const connection_string = `postgresql://a:b@${host}:${dialled.port}/c?sslmode=disable`
    const reply = await project.owner.call(endpoint, {
      params: { ref: project.ref },
      body: { connection_string, ...more },
    })
    expect(reply, host).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: { issues: [{ path: 'connection_string' }] } },
    })
  }
  expect(dialled.connections()).toBe(0)
  expect(await project.sql('select subname from pg_subscription')).toEqual([])
})
