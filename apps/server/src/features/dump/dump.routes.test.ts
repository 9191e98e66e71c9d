import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { downloadDump, dumpOnMachine } from '@basalt/contract/dump/dump.endpoints.ts'
import { DUMP_END } from '@basalt/contract/dump/dump.rules.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import type { Endpoint } from '@basalt/postgres-supervisor/engine.ts'
import { sharedTemplatesDir } from '@basalt/testing/postgres/shared-templates.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsWith } from '../../platform/secrets/secrets.ts'
import { type AppFixture, newBase, openAppOn } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { contentsOf, objectsOf } from './database-contents.fixture.ts'
import { dumpProof } from './dump.routes.ts'
import { EVERYTHING_SQL } from './every-object.fixture.ts'

const run = promisify(execFile)
const SUPERUSER_PASSWORD = 'k7Rw2pXqMzTd9'

let base: Awaited<ReturnType<typeof newBase>>
let fixture: AppFixture
let owner: Person
let ref: string
let slug: string
beforeAll(async () => {
  base = await newBase()
  fixture = await openAppOn(base)
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  ref = (await aProject(owner, organization, { name: 'Shop' })).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const { status, body } = await owner.call(runQuery, { params: { ref }, body: { query: EVERYTHING_SQL } })
  expect([status, body]).toEqual([200, expect.anything()])
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

const download = (person: Person) =>
  fixture.app.inject({
    method: 'GET',
    url: downloadDump.path.replace(':ref', ref),
    headers: person.headers,
  })

const clientOf = async ({ host, port, socket }: Endpoint, password: string) => {
  const client = new pg.Client({
    host: socket ?? host,
    port,
    password,
    user: 'basalt_admin',
    database: 'postgres',
  })
  await client.connect()
  return client
}

/** A plain PostgreSQL that shares only the name of its superuser with Basalt. */
async function aFreshPostgres() {
  const engine = await createEmbeddedEngine({
    dataDir: path.join(base.root, 'fresh'),
    templatesDir: sharedTemplatesDir(),
    superuser: 'basalt_admin',
    portRange: portsOfWorker({ first: 52_000, last: 52_999 }, 200),
    log: () => undefined,
  })
  await engine.create('fresh', { superuserPassword: SUPERUSER_PASSWORD })
  return { endpoint: await engine.start('fresh'), [Symbol.asyncDispose]: () => engine.close() }
}

test('a dump restored into a fresh PostgreSQL has every object and every row', async ({ skip }) => {
  const hasPsql = await run('psql', ['--version']).then(
    () => true,
    () => false,
  )
  skip(!hasPsql, 'psql is not installed')
  const { statusCode, headers, body } = await download(owner)
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="shop-\d{4}-\d\d-\d\d\.sql"$/),
  ])
  expect(body.endsWith(`\n${DUMP_END}\n`)).toBe(true)

  await using fresh = await aFreshPostgres()
  const { host, port } = fresh.endpoint
  const file = path.join(base.root, 'dump.sql')
  writeFileSync(file, body)
  const { stderr } = await run(
    'psql',
    ['-h', host, '-p', String(port), '-U', 'basalt_admin', '-d', 'postgres', '-qf', file],
    { env: { ...process.env, PGPASSWORD: SUPERUSER_PASSWORD }, maxBuffer: 64 * 1024 * 1024 },
  )
  expect(stderr).toBe('')
  rmSync(file)

  const original = await clientOf(
    (await fixture.engine.endpoint(ref))!,
    await fixture.secretsOf.read(ref, 'superuser_password'),
  )
  const restored = await clientOf(fresh.endpoint, SUPERUSER_PASSWORD)
  try {
    const objects = await objectsOf(original)
    expect(objects.length).toBeGreaterThan(200)
    expect(await objectsOf(restored)).toEqual(objects)
    const contents = await contentsOf(original)
    expect(contents['every.things']).toMatchObject({ rows: 1003 })
    expect(await contentsOf(restored)).toEqual(contents)
  } finally {
    await original.end()
    await restored.end()
  }
})

test('a dump contains no password and none of our own schema', async () => {
  const { body } = await download(owner)
  const secret = await fixture.secretsOf.read(ref, 'database_password')
  expect(body).not.toContain(secret)
  expect(body).not.toContain('SCRAM-SHA-256')
  expect(body).not.toMatch(/create schema basalt\b/i)
})

test('a dump contains no webhooks, and all other triggers', async () => {
  const ask = async (query: string) =>
    expect((await owner.call(runQuery, { params: { ref }, body: { query } })).status).toBe(200)
  const trigger = (name: string, call: string) =>
    `create trigger ${name} before update on hooked for each row execute function ${call}`
  const webhook = (name: string) => trigger(name, `basalt.record_webhook_event('${randomUUID()}')`)
  await ask(`
    create table public.hooked (id int primary key);
    ${webhook('"a ""b""; c.d"')}; ${webhook('switched_off')}; alter table hooked disable trigger switched_off;
    ${webhook('z_last')}; ${trigger('"kept; one"', 'suppress_redundant_updates_trigger()')}`)
  const { body } = await download(owner)
  await ask('drop table public.hooked')
  expect(body).toContain('CREATE TABLE public.hooked')
  expect(body).toContain('CREATE TRIGGER "kept; one"')
  expect(body).not.toMatch(/record_webhook_event|switched_off|z_last/)
})

test('a member who cannot change the project cannot download it, and a stranger learns nothing', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  expect((await download(reader)).statusCode).toBe(403)
  expect((await download(await signUp(fixture))).statusCode).toBe(404)
})

test('a program that can read the key file gets the same dump, and no other program does', async () => {
  const request = (proof: string, target = ref) =>
    fixture.app.inject({ method: 'POST', url: dumpOnMachine.path, payload: { ref: target, proof } })
  const secrets = secretsWith(Buffer.from(base.key, 'hex'))
  const reply = await request(dumpProof(secrets, ref, new Date()))
  expect([reply.statusCode, reply.body.trimEnd().split('\n').at(-1)]).toEqual([200, DUMP_END])
  expect((await request(dumpProof(secretsWith(randomBytes(32)), ref, new Date()))).statusCode).toBe(403)
  expect((await request(dumpProof(secrets, 'a'.repeat(20), new Date()))).statusCode).toBe(403)
  const missing = 'b'.repeat(20)
  expect((await request(dumpProof(secrets, missing, new Date()), missing)).statusCode).toBe(404)
})

test('a table that stays locked fails the dump with a message, and the next dump works', async () => {
  const login = async () =>
    clientOf((await fixture.engine.endpoint(ref))!, await fixture.secretsOf.read(ref, 'superuser_password'))
  // A transaction keeps its first view of other sessions' activity, so another session reads it.
  const [locking, observer] = [await login(), await login()]
  try {
    await locking.query('begin; lock table every.things in access exclusive mode')
    const pending = download(owner)
    await waitFor(async () => {
      const { rows } = await observer.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query ~ '^LOCK TABLE'",
      )
      return rows.length > 0
    })
    expect((await pending).json()).toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('canceling statement due to user request'),
    })
  } finally {
    await locking.end()
    await observer.end()
  }
  expect((await download(owner)).statusCode).toBe(200)
})
