import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import { connectionString, connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { getInstanceFacts, updateDatabasePassword } from '@basalt/contract/instances/instances.endpoints.ts'
import { pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9-@/:?#'

let fixture: AppFixture
let owner: Person
let params: { ref: string }
let slug: string
beforeAll(async () => {
  fixture = await openApp({ BASALT_HOST: '0.0.0.0' })
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  const { ref } = await aProject(owner, organization, { db_pass: PASSWORD })
  params = { ref }
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const parameters = async () => {
  const [database] = (await owner.call(listDatabases, { params })).body
  const { db_host: host, db_port: port, db_name, db_user: user } = database!
  return { host, port, database: db_name, user }
}

/** Logs in with a URI and returns the role. */
async function roleOf(uri: string) {
  const client = new pg.Client(uri)
  await client.connect()
  try {
    return (await client.query('select current_user as role')).rows[0].role
  } finally {
    await client.end()
  }
}
const uriWith = async (password: string) => connectionUri(await parameters(), encodeURIComponent(password))

test('the primary is listed with the parts of its connection strings', async () => {
  const { body } = await owner.call(listDatabases, { params })
  expect(body).toMatchObject([
    {
      identifier: params.ref,
      database_type: 'PRIMARY',
      db_user: 'postgres',
      infra_compute_size: 'machine',
      size: 'machine',
    },
  ])
  expect(body[0]?.connectionString).toBe(body[0]?.connection_string)
  expect(body[0]?.connection_string).toBe(connectionString('uri', await parameters()))
  expect(JSON.stringify(body)).not.toContain(PASSWORD)
})

test('the URI connects, also when the password has special characters', async () => {
  expect(await roleOf(await uriWith(PASSWORD))).toBe('postgres')
})

test('the check logs in through the same address and returns the role', async () => {
  const { body } = await owner.call(checkConnection, {
    params: { ...params, identifier: params.ref },
    query: {},
  })
  expect(body).toEqual({
    reached: true,
    latency_ms: expect.any(Number),
    tls: true,
    role: 'postgres',
    failure: null,
  })
  const other = await owner.call(checkConnection, { params: { ...params, identifier: 'other' }, query: {} })
  expect(other.status).toBe(404)
})

test('strings name the host of the request, and the password is not sent to a host that may be foreign', async () => {
  const ask = async (endpoint: { path: string }, suffix = '') => {
    const url = endpoint.path.replace(':ref', params.ref).replace(':identifier', params.ref) + suffix
    return (await fixture.app.inject({ url, headers: { ...owner.headers, host: '192.0.2.1:4000' } })).json()
  }
  expect(await ask(listDatabases)).toMatchObject([{ db_host: '192.0.2.1' }])
  expect(await ask(getInstanceFacts)).toMatchObject({ host: '192.0.2.1' })
  for (const method of ['direct', 'transaction', 'session'])
    expect(await ask(checkConnection, `?method=${method}`)).toMatchObject({
      reached: null,
      failure: expect.stringContaining('BASALT_PUBLIC_URL'),
    })
})

test('a check explains a password that was changed by SQL', async () => {
  const admin = new pg.Client(await uriWith(PASSWORD))
  await admin.connect()
  await admin.query(`alter role postgres password 'changed by SQL'`)
  const { body } = await owner.call(checkConnection, {
    params: { ...params, identifier: params.ref },
    query: {},
  })
  expect(body).toMatchObject({
    reached: false,
    failure: expect.stringContaining('Reset the database password'),
  })
  await admin.end()
  await owner.call(updateDatabasePassword, { params, body: { password: PASSWORD } })
  expect(await roleOf(await uriWith(PASSWORD))).toBe('postgres')
})

test('a new password is effective at once, and open connections end only on request', async () => {
  const next = 'another-Xq7-Password!'
  const open = new pg.Client(await uriWith(PASSWORD))
  const ended = new Promise((resolve) => open.on('error', resolve))
  await open.connect()
  const reset = (password: string, end_connections: boolean) =>
    owner.call(updateDatabasePassword, { params, body: { password, end_connections } })
  expect((await reset(next, false)).status).toBe(200)
  expect((await open.query('select 1')).rowCount).toBe(1)
  await expect(roleOf(await uriWith(PASSWORD))).rejects.toMatchObject({ code: '28P01' })
  expect(await roleOf(await uriWith(next))).toBe('postgres')
  await reset(PASSWORD, true)
  await ended
  const { body: log } = await owner.call(listOrganizationAudit, { params: { slug } })
  expect(JSON.stringify(log)).toContain('Reset the database password')
  expect(JSON.stringify(log)).not.toContain(next)
})

test('after simultaneous resets the stored password is the one that the database accepts', async () => {
  const passwords = Array.from({ length: 5 }, (_, index) => `Pw-${index}-xKq9-mTz7`)
  await Promise.all(
    passwords.map((password) => owner.call(updateDatabasePassword, { params, body: { password } })),
  )
  const stored = await fixture.secretsOf.read(params.ref, 'database_password')
  expect(passwords).toContain(stored)
  expect(await roleOf(await uriWith(stored))).toBe('postgres')
  await owner.call(updateDatabasePassword, { params, body: { password: PASSWORD } })
})

test.each(['short', '', 'with-ümlaut-Xq7-long', 'password1234'])(
  'the password %j is refused',
  async (password) => {
    const reply = await owner.call(updateDatabasePassword, { params, body: { password } })
    expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  },
)

test('a read-only member cannot reset the password, and a paused project has no address', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  const refused = await reader.call(updateDatabasePassword, { params, body: { password: PASSWORD } })
  expect(refused.status).toBe(403)
  await owner.call(pauseProject, { params })
  await reaches(owner, params.ref, 'INACTIVE')
  for (const endpoint of [listDatabases, checkConnection])
    expect(await owner.call(endpoint, { params: { ...params, identifier: params.ref } })).toMatchObject({
      status: 503,
      body: { code: 'instance_unavailable' },
    })
  await owner.call(restoreProject, { params })
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
})
