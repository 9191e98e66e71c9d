import path from 'node:path'
import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import {
  type ClientType,
  type ConnectMethod,
  connectMethods,
} from '@basalt/contract/connect/connect.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import {
  type ConnectionParameters,
  connectionEnvironment,
  connectionString,
} from '@basalt/contract/connect/connection-strings.rules.ts'
import { SAMPLE_SQL } from '@basalt/contract/connect/guides/guide.ts'
import { orms } from '@basalt/contract/connect/guides/orms.ts'
import { getDedicatedPooler, listSharedPoolers } from '@basalt/contract/poolers/poolers.endpoints.ts'
import type { PoolMode } from '@basalt/contract/poolers/poolers.rules.ts'
import { type GatewayProcess, startGatewayProcess } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { machineHasIpv6 } from '@basalt/postgres-supervisor/ipv6.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { openPoolers } from '../poolers/open-poolers.ts'
import { readOrMakeIdentity } from '../poolers/tls-identity.ts'
import {
  aFolder,
  filledIn,
  GO,
  inFolder,
  JDBC_JAR,
  JDBC_PROGRAM,
  missingClients,
  PHP_PROGRAM,
  PYTHON,
  programOf,
  run,
} from './clients.fixture.ts'

/** Has every character with a special meaning in a URL, a shell or a properties file. */
const PASSWORD = 'k7Rw2pXq-MzTd9-@/:?#&%=+ "$'

let fixture: AppFixture
let owner: Person
let ref: string
let gateway: GatewayProcess
let addresses: Record<ConnectMethod, ConnectionParameters>
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner), { db_pass: PASSWORD })).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  gateway = await openPoolers({
    host: '127.0.0.1',
    ports: { session: 0, transaction: 0 },
    tls: readOrMakeIdentity(path.join(path.dirname(fixture.config.dataDir), 'keys')),
    resolve: fixture.poolers.resolve,
    log: () => undefined,
    run: startGatewayProcess,
  })
  await fixture.poolers.attach(gateway)
  const [direct] = (await owner.call(listDatabases, { params: { ref } })).body
  const poolers = (await owner.call(listSharedPoolers, { params: { ref } })).body
  const parametersOf = ({
    db_host,
    db_port,
    db_name,
    db_user,
  }: Pick<Database, `db_${'host' | 'port' | 'name' | 'user'}`>) => ({
    host: db_host,
    port: db_port,
    database: db_name,
    user: db_user,
  })
  const poolerOf = (mode: PoolMode) => parametersOf(poolers.find(({ pool_mode }) => pool_mode === mode)!)
  addresses = {
    direct: parametersOf(direct!),
    transaction: poolerOf('transaction'),
    session: poolerOf('session'),
  }
})
afterAll(async () => {
  await gateway.close({ drainMs: 0 })
  await fixture[Symbol.asyncDispose]()
})

const methods = connectMethods.map(({ id }) => id)
const stringOf = (type: ClientType, method: ConnectMethod) =>
  filledIn(connectionString(type, addresses[method], method), PASSWORD, type, method)
const A_TIME = /^\d{4}-\d\d-\d\d/

const missing = await missingClients()

test.each(methods)('uri: the driver pg connects with the %s string', async (method) => {
  const client = new pg.Client(stringOf('uri', method))
  await client.connect()
  expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
  await client.end()
})

test.for(methods)('psql: the %s command and the URI connect', async (method, { skip }) => {
  skip(missing.psql !== undefined, missing.psql)
  const env = { PGPASSWORD: PASSWORD }
  const command = `${connectionString('psql', addresses[method], method)} -Atc 'select current_user'`
  expect(await inFolder('.', command, env)).toBe('postgres')
  const { stdout } = await run('psql', [stringOf('uri', method), '-Atc', 'select current_user'])
  expect(stdout.trim()).toBe('postgres')
})

test('psql connects with the environment file alone', async ({ skip }) => {
  skip(missing.psql !== undefined, missing.psql)
  const text = filledIn(connectionEnvironment(addresses.session), PASSWORD, 'sqlalchemy', 'session')
  using folder = aFolder({ '.env': text })
  expect(await inFolder(folder.path, "set -a; . ./.env; psql -Atc 'select current_user'")).toBe('postgres')
})

test.each(methods)('nodejs: the program of the dialog runs with the %s string', async (method) => {
  const { steps, files } = programOf('nodejs', method, stringOf('nodejs', method))
  using folder = aFolder(files, ['postgres'])
  expect(await inFolder(folder.path, steps.run)).toMatch(A_TIME)
})

test('nodejs: the program connects to an IPv6 address', async ({ skip }) => {
  skip(!machineHasIpv6(), 'this machine has no IPv6')
  const six = { ...addresses.direct, host: '::1' }
  const connection = filledIn(connectionString('nodejs', six), PASSWORD, 'nodejs', 'direct')
  const { steps, files } = programOf('nodejs', 'direct', connection, six.host)
  using folder = aFolder(files, ['postgres'])
  expect(await inFolder(folder.path, steps.run)).toMatch(A_TIME)
})

test.for(methods)('python: the program of the dialog runs with the %s string', async (method, { skip }) => {
  skip(missing.python !== undefined, missing.python)
  const { files } = programOf('python', method, stringOf('python', method))
  using folder = aFolder(files)
  expect(await inFolder(folder.path, `${PYTHON} main.py`)).toMatch(A_TIME)
})

test.for(methods)(
  'sqlalchemy: the program of the dialog runs with the %s string',
  async (method, { skip }) => {
    skip(missing.sqlalchemy !== undefined, missing.sqlalchemy)
    const { files } = programOf('sqlalchemy', method, stringOf('sqlalchemy', method))
    using folder = aFolder(files)
    expect(await inFolder(folder.path, `${PYTHON} main.py`)).toMatch(A_TIME)
  },
)

test.for(methods)('php: pg_connect accepts the %s string', async (method, { skip }) => {
  skip(missing.php !== undefined, missing.php)
  using folder = aFolder({ '.env': stringOf('php', method), 'main.php': PHP_PROGRAM })
  expect(await inFolder(folder.path, 'set -a; . ./.env; php main.php')).toBe('postgres')
})

test('jdbc: the PostgreSQL driver accepts the strings of all three methods', async ({ skip }) => {
  skip(missing.jdbc !== undefined, missing.jdbc)
  using folder = aFolder({ 'Main.java': JDBC_PROGRAM })
  const urls = methods.map((method) => stringOf('jdbc', method))
  const { stdout } = await run('java', ['-cp', JDBC_JAR, path.join(folder.path, 'Main.java'), ...urls])
  expect(stdout.trim().split('\n')).toEqual(['postgres', 'postgres', 'postgres'])
})

test('golang: the programs of the dialog run with the strings of all three methods', async ({ skip }) => {
  skip(missing.go !== undefined, missing.go)
  const folderOf = (method: ConnectMethod) => {
    const { files } = programOf('golang', method, stringOf('golang', method))
    // The driver's package of the system has another major version.
    return aFolder({ ...files, 'main.go': files['main.go']!.replace('pgx/v5', 'pgx/v4') })
  }
  using direct = folderOf('direct')
  using transaction = folderOf('transaction')
  using session = folderOf('session')
  // Both poolers use the same program, which is compiled once to save time.
  for (const { path: folder } of [direct, transaction]) await inFolder(folder, 'go build -o main main.go', GO)
  const runs = [
    { program: direct, values: direct },
    { program: transaction, values: transaction },
    { program: transaction, values: session },
  ]
  for (const { program, values } of runs)
    expect(await inFolder(values.path, `set -a; . ./.env; ${program.path}/main`)).toMatch(A_TIME)
})

/** The keywords that the documentation of Npgsql lists. */
const npgsqlKeywords = ['Host', 'Server', 'Port', 'Database', 'Username', 'User Id', 'Password', 'SSL Mode']
test.each(methods)('dotnet: the %s settings are JSON with keywords that Npgsql knows', (method) => {
  const { DefaultConnection } = JSON.parse(
    connectionString('dotnet', addresses[method], method),
  ).ConnectionStrings
  const parts = (DefaultConnection as string).split(';').map((part) => part.split('='))
  for (const [keyword] of parts) expect(npgsqlKeywords).toContain(keyword)
  expect(Object.fromEntries(parts)).toMatchObject({
    Port: String(addresses[method].port),
    Database: 'postgres',
  })
})

test('drizzle: the guide of the dialog reads the sample table through the pooler', async () => {
  const owner = new pg.Client(stringOf('uri', 'direct'))
  await owner.connect()
  await owner.query(SAMPLE_SQL)
  await owner.end()
  const drizzle = orms.find(({ key }) => key === 'drizzle')!
  const urls = { pooled: stringOf('uri', 'transaction'), direct: stringOf('uri', 'session') }
  const files = Object.fromEntries(drizzle.files(urls).map(({ name, code }) => [name, code]))
  using folder = aFolder({ ...files, 'package.json': '{"type":"module"}' }, ['drizzle-orm', 'postgres'])
  expect(await inFolder(folder.path, drizzle.run)).toContain('Make a table')
})

const check = async (query: Record<string, string>) =>
  (await owner.call(checkConnection, { params: { ref, identifier: ref }, query })).body

test.each(methods)('the check logs in through the same %s address, encrypted', async (method) => {
  expect(await check({ method })).toEqual({
    reached: true,
    latency_ms: expect.any(Number),
    tls: true,
    role: 'postgres',
    failure: null,
  })
})

test('the dedicated pooler accepts its own string, and the check logs in through it', async () => {
  const own = (await owner.call(getDedicatedPooler, { params: { ref } })).body
  expect(own).toMatchObject({ pgbouncer_status: 'ENABLED', db_user: 'postgres' })
  const client = new pg.Client(filledIn(own.connection_string, PASSWORD, 'uri', 'transaction'))
  await client.connect()
  expect((await client.query('select current_user as role')).rows).toEqual([{ role: 'postgres' }])
  await client.end()
  expect(await check({ method: 'transaction', pooler: 'dedicated' })).toMatchObject({
    reached: true,
    tls: true,
  })
})

test('a pooler that the project lacks is not found, and an unknown method is refused', async () => {
  const ask = (query: Record<string, string>) =>
    owner.call(checkConnection, { params: { ref, identifier: ref }, query })
  expect(await ask({ method: 'pigeon' })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect((await ask({ method: 'session', pooler: 'dedicated' })).status).toBe(404)
})
