import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import {
  listIndexBuilds,
  listSchemaIndexes,
  readIndex,
} from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import { applyObjectChange } from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { AnyEndpoint, Output } from '@basalt/contract/endpoint.ts'
import { getInstanceFacts } from '@basalt/contract/instances/instances.endpoints.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { getRehearsal, startRehearsal } from '@basalt/contract/rehearsals/rehearsals.endpoints.ts'
import { requestUrl, type UrlParts } from '@basalt/contract/request-url.ts'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'

const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }

test('a killed server leaves an invalid index, which the ledger calls interrupted, and no copy of a rehearsal', async () => {
  await using cleanup = new AsyncDisposableStack()
  const dataDir = newDataDir()
  cleanup.defer(() => removeDataDir(dataDir))
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
  const credentials = { email: OWNER.BASALT_OWNER_EMAIL, password: OWNER.BASALT_OWNER_PASSWORD }
  cookie = (await send(signIn, { body: credentials })).headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .filter((one) => one?.startsWith(SESSION_COOKIE))
    .join()
  const { slug } = await call(createOrganization, { body: { name: 'Acme' } })
  const db_pass = 'k7Rw2pXq-MzTd9-db'
  const { ref } = await call(createProject, { body: { organization_slug: slug, name: 'Shop', db_pass } })
  const params = { ref }
  const isHealthy = async () => (await call(getProject, { params })).status === 'ACTIVE_HEALTHY'
  await waitFor(isHealthy)
  const sql = (query: string) => call(runQuery, { params, body: { query } })
  await sql('create table orders (id int primary key, note text); insert into orders values (1, null)')

  // The build waits for a transaction that has written, of a client that outlives the server.
  const instance = await call(getInstanceFacts, { params })
  const client = new pg.Client({
    host: instance.host!,
    port: instance.port!,
    database: instance.database,
    user: 'postgres',
    password: db_pass,
  })
  client.on('error', () => undefined)
  cleanup.defer(() => client.end().catch(() => undefined))
  await client.connect()
  await client.query('begin; update orders set note = null')
  const draft = {
    schema: 'public',
    table: 'orders',
    name: 'by_note',
    comment: null,
    method: 'btree',
    is_unique: false,
    nulls_not_distinct: false,
    keys: [
      {
        column: 'note',
        expression: null,
        is_descending: false,
        is_nulls_first: false,
        operator_class: null,
        collation: null,
      },
    ],
    include: [],
    where: null,
    parameters: [],
    concurrently: true,
  }
  const begun = await call(applyObjectChange, {
    params,
    body: { object: 'index', action: 'create', draft },
  })
  expect(begun).toMatchObject({ is_running: true })
  // From then on it is there, and waits.
  const unfinished = 'select 1 as one from pg_index where not indisvalid'
  await waitFor(async () => ((await sql(unfinished)) as unknown[]).length > 0)
  const { id } = await call(startRehearsal, { params, body: { sql: 'select 1; select pg_sleep(601)' } })
  await waitFor(async () => (await call(getRehearsal, { params: { ref, id } })).ran === 1)
  const copies = () =>
    runningProcesses().filter(({ args }) => args.includes(dataDir) && args.includes('rehearsal_'))
  expect(copies().length).toBeGreaterThan(0)

  await server.stop('SIGKILL')
  server = await startServer(dataDir, OWNER, port)
  await waitFor(isHealthy)

  const listed = await waitFor(async () => {
    const { changes } = await call(listChanges, { params, query: { search: 'by_note' } })
    return changes.length > 0 && changes
  })
  expect(listed).toMatchObject([
    { outcome: 'failed', origin: 'database_pages', made_by: OWNER.BASALT_OWNER_EMAIL },
  ])
  expect(JSON.stringify(listed)).toContain('Interrupted: Basalt was stopped')
  const { objects } = await call(listSchemaIndexes, { params, query: { schema: 'public', state: 'invalid' } })
  expect(objects.map(({ name }) => name)).toEqual(['by_note'])
  // PostgreSQL outlives the server, and ends a build whose client is gone when it next looks.
  const { failures } = await waitFor(async () => {
    const found = await call(listIndexBuilds, { params })
    return found.builds.length === 0 ? found : undefined
  })
  expect(failures).toMatchObject([{ message: expect.stringContaining('rebuild or delete it') }])
  await client.end().catch(() => undefined)
  const oid = objects[0]!.id
  const { fingerprint, is_valid } = await call(readIndex, { params: { ref, oid: String(oid) } })
  expect(is_valid).toBe(false)
  await call(applyObjectChange, {
    params,
    body: { object: 'index', action: 'rebuild', id: oid, fingerprint },
  })
  // A rebuilt index has another oid.
  await waitFor(async () => {
    const { objects: now } = await call(listSchemaIndexes, { params, query: { schema: 'public' } })
    return now.some((one) => one.name === 'by_note' && one.is_valid)
  })

  expect((await send(getRehearsal, { params: { ref, id } })).status).toBe(404)
  await waitFor(() => copies().length === 0)
  const again = await call(startRehearsal, { params, body: { sql: 'select 2' } })
  await waitFor(async () => (await call(getRehearsal, { params: { ref, id: again.id } })).phase === 'done')
}, 240_000)
