import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { downloadDump } from '@basalt/contract/dump/dump.endpoints.ts'
import {
  createOrganization,
  listOrganizations,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { viewStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { newDataDir, type RealServer, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateLibraries } from '../../tools/guards/late-libraries.ts'
import { importsOf, packageOf } from '../../tools/source/imports.ts'
import type { SourceFile } from '../../tools/source/source-file.ts'
import { type Caller, call, send, signedIn } from '../api-client.ts'
import { inRepository } from '../repository.ts'
import { serverProgram } from './current-build.ts'

/** The server as `npm start` runs it: from its build. */

const EMAIL = 'owner@example.com'
const PASSWORD = 'correct horse battery'

let dataDir: string
let metadata: ThrowawayDatabase
let server: RealServer
let owner: Caller
let build: string
let params: { ref: string }
beforeAll(async () => {
  dataDir = newDataDir()
  metadata = await createThrowawayDatabase()
  server = await startServer(dataDir, {
    BASALT_OWNER_EMAIL: EMAIL,
    BASALT_OWNER_PASSWORD: PASSWORD,
    BASALT_METADATA_URL: metadata.url,
  })
  build = path.dirname(serverProgram())
  owner = await signedIn({ origin: server.origin, headers: { origin: server.origin } }, EMAIL, PASSWORD)
  const { slug } = await call(owner, createOrganization, { body: { name: 'Acme' } })
  const { ref } = await call(owner, createProject, { body: { organization_slug: slug, name: 'Shop' } })
  params = { ref }
  await waitFor(async () => (await call(owner, getProject, { params })).status === 'ACTIVE_HEALTHY', {
    timeoutMs: 60_000,
  })
})
afterAll(async () => {
  await server.stop()
  await metadata.drop()
  removeDataDir(dataDir)
})

test('the pooler is a process of the build', () => {
  const child = path.join(build, 'gateway-child.js')
  expect(runningProcesses().some(({ args }) => args.includes(child))).toBe(true)
})

test('its threads dump a database, sort stored rows and hash a file', async () => {
  const dump = await send(owner, downloadDump, { params })
  expect(await dump.text()).toContain('CREATE TABLE storage.objects')

  const query = 'select 3 - n as left from generate_series(1, 2) n'
  const stored = await send(owner, streamQuery, { params, body: { query, store: true } })
  const { id } = JSON.parse((await stored.text()).split('\n', 1)[0]!) as { id: string }
  const body = { search: '', filters: [], sorts: [{ column: 0, direction: 'asc' as const }] }
  const view = await send(owner, viewStoredRows, { params: { ...params, id }, body })
  expect(await view.text()).toContain('"rows":2')

  const bytes = randomBytes(2 * 1024 * 1024)
  const post = (url: string, headers: Record<string, string>, body: string | Buffer<ArrayBuffer>) =>
    fetch(new URL(url, server.origin), { method: 'POST', headers: { ...owner.headers, ...headers }, body })
  await post(
    `/platform/storage/${params.ref}/buckets`,
    { 'content-type': 'application/json' },
    '{"id":"files"}',
  )
  const temporary = await fetch(
    new URL(`/platform/projects/${params.ref}/api-keys/temporary?authorization_exp=60`, server.origin),
    { headers: owner.headers! },
  )
  const { api_key: key } = (await temporary.json()) as { api_key: string }
  const authorization = `Bearer ${key}`
  const object = `/p/${params.ref}/storage/v1/object/files/large.bin`
  const uploaded = await post(object, { authorization, 'content-type': 'application/octet-stream' }, bytes)
  expect(uploaded.status).toBe(200)
  const read = await fetch(new URL(object, server.origin), { headers: { authorization } })
  expect(read.headers.get('etag')).toContain(createHash('md5').update(bytes).digest('hex'))
})

test('stack traces in the log name lines of the sources', async () => {
  const client = new pg.Client({ connectionString: metadata.url })
  await client.connect()
  try {
    await client.query('alter table basalt.organizations rename to elsewhere')
    await expect(call(owner, listOrganizations, {})).rejects.toThrow('500')
    await client.query('alter table basalt.elsewhere rename to organizations')
  } finally {
    await client.end()
  }
  const log = () => readFileSync(path.join(dataDir, 'logs', 'server.log'), 'utf8')
  const line = /at .*\/apps\/server\/src\/features\/organizations\/organizations\.store\.ts:\d+:\d+/
  // The log is written a moment after the response.
  await waitFor(() => line.test(log()))
  expect(log()).not.toContain(build)
})

/** The files of the build, as if they were the sources that they are named after. */
const filesOfBuild = (): SourceFile[] =>
  readdirSync(build)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({
      path: `apps/server/src/${/^(main|start)\.js$/.test(name) ? name.replace('.js', '.ts') : name}`,
      text: readFileSync(path.join(build, name), 'utf8'),
    }))

test('the bundle loads no large library that the sources load late', () => {
  const { checked, broken } = lateLibraries.check(filesOfBuild())
  expect(checked).toBeGreaterThan(20)
  expect(broken).toEqual([])
})

test('every library that the bundle loads is the one that the sources load: no package has another version below it', () => {
  const libraries = filesOfBuild()
    .flatMap(importsOf)
    .map(({ specifier }) => specifier)
    .filter((specifier) => !/^(\.|node:)/.test(specifier))
    .map(packageOf)
  expect(libraries).toContain('fastify')
  const folders = globSync('packages/*/node_modules', { cwd: inRepository() })
  const another = folders.flatMap((folder) => libraries.map((library) => inRepository(folder, library)))
  expect(another.filter((library) => existsSync(library))).toEqual([])
})
