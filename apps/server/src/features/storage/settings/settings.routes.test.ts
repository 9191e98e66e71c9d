import {
  createStorageCredential,
  deleteStorageCredential,
  getStorageConfig,
  listStorageCredentials,
  updateStorageConfig,
} from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../../test/people.ts'

let fixture: AppFixture
let owner: Person
let params: { ref: string }
let slug: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  params = { ref: (await aProject(owner, organization)).ref }
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('a project starts with the limits of its plan, and stores changes', async () => {
  expect((await owner.call(getStorageConfig, { params })).body).toEqual({
    fileSizeLimit: 0xc80000000,
    features: { imageTransformation: { enabled: true }, s3Protocol: { enabled: true } },
  })
  const body = { fileSizeLimit: 1000, features: { s3Protocol: { enabled: false } } }
  const changed = {
    fileSizeLimit: 1000,
    features: { imageTransformation: { enabled: true }, s3Protocol: { enabled: false } },
  }
  expect((await owner.call(updateStorageConfig, { params, body })).body).toEqual(changed)
  expect((await owner.call(getStorageConfig, { params })).body).toEqual(changed)
})

test("a limit above the plan's is refused", async () => {
  const reply = await owner.call(updateStorageConfig, { params, body: { fileSizeLimit: 0xc80000001 } })
  expect([reply.status, reply.body]).toMatchObject([400, { message: 'Maximum limit is up to 51200 MB.' }])
})

test('the secret of an access key is returned once, and the key can be revoked', async () => {
  const { status, body: created } = await owner.call(createStorageCredential, {
    params,
    body: { description: 'Backups' },
  })
  expect(status).toBe(201)
  expect(created).toMatchObject({
    description: 'Backups',
    secret_key: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const { body: listed } = await owner.call(listStorageCredentials, { params })
  expect(listed).toMatchObject([{ id: created.id, access_key: created.access_key }])
  expect(JSON.stringify(listed)).not.toContain(created.secret_key)
  const one = { ...params, id: created.id }
  expect((await owner.call(deleteStorageCredential, { params: one })).status).toBe(200)
  expect((await owner.call(deleteStorageCredential, { params: one })).status).toBe(404)
  expect((await owner.call(listStorageCredentials, { params })).body).toEqual([])
})

test('a description of two characters is refused', async () => {
  expect((await owner.call(createStorageCredential, { params, body: { description: 'ab' } })).status).toBe(
    400,
  )
})

test('a read-only member cannot change settings', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  expect((await reader.call(getStorageConfig, { params })).status).toBe(200)
  expect((await reader.call(updateStorageConfig, { params, body: {} })).status).toBe(403)
  expect((await reader.call(createStorageCredential, { params, body: { description: 'Mine' } })).status).toBe(
    403,
  )
})
