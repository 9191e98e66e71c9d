import { getHealth, getLiveness, getReadiness } from '@basalt/contract/installation/installation.endpoints.ts'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { type OwnMetadata, startOwnMetadata } from '../../test/own-metadata.ts'
import { type Person, personWith, signUp } from '../../test/people.ts'

let metadata: OwnMetadata
let base: Awaited<ReturnType<typeof newBase>>
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let visitor: Person
beforeAll(async () => {
  metadata = await startOwnMetadata()
  base = await newBase()
  fixture = await openAppOn({ ...base, databaseUrl: metadata.url }, { metadataTimeoutMs: 500 })
  owner = await signUp(fixture)
  visitor = personWith(fixture.app, '', { host: 'localhost:80', origin: 'http://localhost:80' })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
  await metadata[Symbol.asyncDispose]()
})

const isHealthy = async () => {
  expect((await visitor.call(getHealth)).status).toBe(200)
  expect((await visitor.call(getReadiness)).status).toBe(200)
  expect((await owner.call(listProjects)).status).toBe(200)
  return true
}

async function isDownWith(cause: string) {
  const outage = { code: 'instance_unavailable', message: expect.stringContaining(cause) }
  for (const endpoint of [getHealth, getReadiness])
    expect(await visitor.call(endpoint)).toMatchObject({ status: 503, body: outage })
  expect(await owner.call(listProjects)).toMatchObject({ status: 503, body: outage })
  expect(await visitor.call(getLiveness)).toMatchObject({ status: 200, body: { status: 'ok' } })
}

test('while the metadata database is stopped, health answers 503 with the cause, and 200 once it is back', async () => {
  await isHealthy()
  await metadata.stop()
  await isDownWith('The metadata database')
  await metadata.start()
  await waitFor(isHealthy)
})

test('while the metadata database is frozen, every call ends with the cause, however many arrive', async () => {
  await isHealthy()
  await metadata.freeze()
  const calls = await Promise.all(Array.from({ length: 30 }, () => owner.call(listProjects)))
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 503))
  await isDownWith('The metadata database')
  await metadata.thaw()
  await waitFor(isHealthy)
})
