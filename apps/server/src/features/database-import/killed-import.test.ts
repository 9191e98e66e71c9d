import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import {
  listDatabaseImports,
  readImportFollowing,
  startDatabaseImport,
  switchOverDatabaseImport,
} from '@basalt/contract/database-import/database-import.endpoints.ts'
import type { AnyEndpoint, Output } from '@basalt/contract/endpoint.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'

const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }

test('a copy whose server is killed is removed, and a followed database is followed on', async () => {
  await using cleanup = new AsyncDisposableStack()
  const dataDir = newDataDir()
  cleanup.defer(() => removeDataDir(dataDir))
  const source = await startOwnPostgres()
  cleanup.defer(() => source.close())
  await source.query(`create schema copied; create table copied.orders (id int primary key);
    create schema followed; create table followed.orders (id int primary key);
    insert into followed.orders select generate_series(1, 1000)`)
  let server = await startServer(dataDir, OWNER)
  cleanup.defer(() => server.stop())
  const { port, origin } = server
  let cookie = ''
  const send = (endpoint: AnyEndpoint, { body, ...parts }: UrlParts & { body?: unknown } = {}) =>
    fetch(new URL(requestUrl(endpoint, parts), origin), {
      method: endpoint.method,
      headers: { origin, cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const call = async <E extends AnyEndpoint>(endpoint: E, input = {}): Promise<Output<E>> => {
    const reply = await send(endpoint, input)
    const body = await reply.json()
    if (!reply.ok) throw new Error(JSON.stringify(body))
    return body as Output<E>
  }
  const signedIn = await send(signIn, {
    body: { email: OWNER.BASALT_OWNER_EMAIL, password: OWNER.BASALT_OWNER_PASSWORD },
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .filter((one) => one?.startsWith(SESSION_COOKIE))
    .join()
  const { slug } = await call(createOrganization, { body: { name: 'Acme' } })
  const newProject = async (name: string) =>
    (await call(createProject, { body: { organization_slug: slug, name } })).ref
  const [copying, following] = await Promise.all([newProject('Copying'), newProject('Following')])
  const areHealthy = async () => {
    const projects = await Promise.all(
      [copying, following].map((ref) => call(getProject, { params: { ref } })),
    )
    return projects.every(({ status }) => status === 'ACTIVE_HEALTHY')
  }
  const latest = async (ref: string) => (await call(listDatabaseImports, { params: { ref } }))[0]!
  const start = (ref: string, kind: 'copy' | 'follow', schema: string) =>
    call(startDatabaseImport, {
      params: { ref },
      body: { connection_string: source.url, schemas: [schema], kind },
    })
  const sql = async (ref: string, query: string) => call(runQuery, { params: { ref }, body: { query } })
  await waitFor(areHealthy)

  const { id } = await start(following, 'follow', 'followed')
  const isReady = async () =>
    (await latest(following)).phase === 'following' &&
    (await call(readImportFollowing, { params: { ref: following, id } })).is_ready
  await waitFor(isReady)
  // The copy waits for a lock at the source when the server is killed.
  await source.query('begin; lock table copied.orders')
  await start(copying, 'copy', 'copied')
  await waitFor(
    async () =>
      (await source.query(`select from pg_locks where not granted and relation = 'copied.orders'::regclass`))
        .rowCount,
  )
  await server.stop('SIGKILL')
  await source.query('commit')
  await source.query('insert into followed.orders values (1001)')
  server = await startServer(dataDir, OWNER, port)
  await source.query('insert into followed.orders values (1002)')

  await waitFor(async () => (await latest(copying)).status === 'failed')
  expect(
    await sql(
      copying,
      `select nspname from pg_namespace where nspname = 'copied'
       union all select rolname from pg_roles where rolname ~ '^basalt_import_'`,
    ),
  ).toEqual([])
  await waitFor(areHealthy)
  await waitFor(isReady)
  await call(switchOverDatabaseImport, { params: { ref: following, id } })
  await waitFor(async () => (await latest(following)).status === 'succeeded')
  expect(await sql(following, 'select count(*)::int as count, max(id) as last from followed.orders')).toEqual(
    [{ count: 1002, last: 1002 }],
  )
  const left = await source.query('select slot_name from pg_replication_slots')
  expect(left.rows).toEqual([])
}, 240_000)
