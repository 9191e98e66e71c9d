import path from 'node:path'
import { getProject, pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { startGatewayProcess } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import {
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signInAs,
  signUp,
} from '../../test/people.ts'
import { openPoolers } from '../poolers/open-poolers.ts'
import { readOrMakeIdentity } from '../poolers/tls-identity.ts'

const EMAIL = 'owner@example.com'

let base: Awaited<ReturnType<typeof newBase>>
let ref: string
beforeAll(async () => {
  base = await newBase()
  await using server = await openServer()
  const owner = await signUp(server, EMAIL)
  ref = (await aProject(owner, await anOrganization(owner), { db_pass: PASSWORD })).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  // Its port is chosen when it is first opened.
  await server.dedicatedPort()
})
afterAll(() => base[Symbol.asyncDispose]())

/** A server as the process starts it: databases that slept or ran before do so again. */
async function openServer() {
  const fixture = await openAppOn(base)
  await fixture.lifecycle.markStopped()
  const gateway = await openPoolers({
    host: '127.0.0.1',
    ports: { session: 0, transaction: 0 },
    tls: readOrMakeIdentity(path.join(base.root, 'keys')),
    resolve: fixture.poolers.resolve,
    onLogin: fixture.poolers.onLogin,
    log: () => undefined,
    run: startGatewayProcess,
  })
  await fixture.poolers.attach(gateway)
  await fixture.lifecycle.resume()
  return {
    ...fixture,
    gateway,
    dedicatedPort: () => waitFor(() => gateway.ports[`dedicated:${ref}`]),
    async [Symbol.asyncDispose]() {
      await gateway.close({ drainMs: 0 })
      await fixture[Symbol.asyncDispose]()
    },
  }
}

const asleepSince = async (owner: Person) =>
  (await owner.call(getProject, { params: { ref } })).body.asleep_since

async function whoIs(config: pg.ClientConfig) {
  const client = new pg.Client({ user: 'postgres', password: PASSWORD, database: 'postgres', ...config })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query('select current_user as role')).rows[0].role
  } finally {
    await client.end()
  }
}

test('a project that slept when the server ended still sleeps, and every kind of connection wakes it', async () => {
  {
    await using server = await openServer()
    const owner = await signInAs(server, EMAIL, PASSWORD)
    expect((await owner.call(putToSleep, { params: { ref } })).status).toBe(200)
  }
  await using server = await openServer()
  const owner = await signInAs(server, EMAIL, PASSWORD)
  expect(await asleepSince(owner)).toEqual(expect.any(String))
  expect((await server.engine.facts(ref)).state).toBe('stopped')
  const address = await server.engine.networkAddress(ref)

  expect(await whoIs({ host: address!.host, port: address!.port })).toBe('postgres')
  expect(await asleepSince(owner)).toBeNull()
  await waitFor(async () => (await owner.call(putToSleep, { params: { ref } })).status === 200)
  expect(await whoIs({ host: '127.0.0.1', port: server.gateway.ports[`dedicated:${ref}`]! })).toBe('postgres')
})

test('a database that a killed server left running is stopped when its project sleeps', async () => {
  await using server = await openServer()
  const owner = await signInAs(server, EMAIL, PASSWORD)
  // As if the server had been killed after it stored that the project sleeps, and before it stopped the database.
  await server.metadata
    .updateTable('projects')
    .set({ asleep_since: '2026-03-01T12:00:00Z' })
    .where('ref', '=', ref)
    .execute()
  expect((await server.engine.facts(ref)).state).toBe('running')
  await server.lifecycle.resume()
  expect((await server.engine.facts(ref)).state).toBe('stopped')
  expect(await asleepSince(owner)).toEqual(expect.any(String))
})

test('the dedicated pooler of a paused project says so after a restart', async () => {
  {
    await using server = await openServer()
    const owner = await signInAs(server, EMAIL, PASSWORD)
    await owner.call(pauseProject, { params: { ref } })
    expect(await asleepSince(owner)).toBeNull()
    await reaches(owner, ref, 'INACTIVE')
  }
  await using server = await openServer()
  await expect(
    whoIs({ host: '127.0.0.1', port: server.gateway.ports[`dedicated:${ref}`]! }),
  ).rejects.toMatchObject({ code: '57P03', message: expect.stringContaining('paused') })
})
