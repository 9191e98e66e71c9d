import { randomUUID } from 'node:crypto'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { setLegacyApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import {
  changeJwtSecret,
  createSigningKey,
  deleteSigningKey,
  listSigningKeys,
  revealJwtSecret,
  updateSigningKey,
} from '@basalt/contract/keys/signing-keys.endpoints.ts'
import { SIGNING_KEYS_MAX } from '@basalt/contract/keys/signing-keys.rules.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const newRef = async () => (await aProject(owner, organization)).ref
const create = (ref: string) =>
  owner.call(createSigningKey, { params: { ref }, body: { algorithm: 'ES256' } })
const become = (ref: string, id: string, status: string) =>
  owner.call(updateSigningKey, { params: { ref, id }, body: { status } })
const remove = (ref: string, id: string) => owner.call(deleteSigningKey, { params: { ref, id } })
const statuses = async (ref: string) =>
  (await owner.call(listSigningKeys, { params: { ref } })).body.map(
    ({ algorithm, status }) => `${algorithm} ${status}`,
  )

test('a project begins with its secret in use', async () => {
  expect(await statuses(await newRef())).toEqual(['HS256 in_use'])
})

test('a key stands by, comes into use, goes out of it, is revoked and deleted', async () => {
  const ref = await newRef()
  const { status, body: key } = await create(ref)
  expect(status).toBe(201)
  expect(key).toMatchObject({ status: 'standby', public_jwk: { kid: key.id, alg: 'ES256', crv: 'P-256' } })
  expect(Object.keys(key.public_jwk!)).not.toContain('d')
  expect(await statuses(ref)).toEqual(['ES256 standby', 'HS256 in_use'])
  await become(ref, key.id, 'in_use')
  expect(await statuses(ref)).toEqual(['ES256 in_use', 'HS256 previously_used'])
  const { body: next } = await create(ref)
  await become(ref, next.id, 'in_use')
  expect(await statuses(ref)).toEqual(['ES256 in_use', 'ES256 previously_used', 'HS256 previously_used'])
  await become(ref, key.id, 'revoked')
  await become(ref, 'legacy', 'in_use')
  expect(await statuses(ref)).toEqual(['ES256 previously_used', 'ES256 revoked', 'HS256 in_use'])
  await become(ref, key.id, 'previously_used')
  await become(ref, key.id, 'revoked')
  expect((await remove(ref, key.id)).status).toBe(200)
  expect((await remove(ref, key.id)).status).toBe(404)
  expect(await statuses(ref)).toEqual(['ES256 previously_used', 'HS256 in_use'])
})

test('one key stands by at most, also when two are asked for at once', async () => {
  const ref = await newRef()
  const replies = await Promise.all([create(ref), create(ref), create(ref)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await statuses(ref)).toEqual(['ES256 standby', 'HS256 in_use'])
})

test('of two rotations at once one is told that it came late', async () => {
  const ref = await newRef()
  const { body: key } = await create(ref)
  const replies = await Promise.all([become(ref, key.id, 'in_use'), become(ref, key.id, 'in_use')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await statuses(ref)).toEqual(['ES256 in_use', 'HS256 previously_used'])
})

test('what a key cannot become is refused in words', async () => {
  const ref = await newRef()
  const { body: key } = await create(ref)
  const refused = async (reply: Promise<{ status: number; body: unknown }>, message: string) =>
    expect(await reply).toMatchObject({ status: 409, body: { message: expect.stringContaining(message) } })
  await refused(become(ref, key.id, 'revoked'), 'A key that is standby cannot become revoked')
  await refused(become(ref, 'legacy', 'revoked'), 'A key that is in use cannot become revoked')
  await refused(become(ref, 'legacy', 'in_use'), 'in use already')
  await refused(remove(ref, 'legacy'), 'can be revoked, but not deleted')
  await become(ref, key.id, 'in_use')
  await refused(remove(ref, key.id), 'Only a key that is on standby or revoked')
  expect((await become(await newRef(), key.id, 'revoked')).status).toBe(404)
  expect((await become(ref, randomUUID(), 'revoked')).status).toBe(404)
  expect((await become(ref, key.id, 'standby')).status).toBe(400)
})

test('the secret that signs the legacy keys is revoked after they are disabled, and they come back after it', async () => {
  const ref = await newRef()
  const enable = (enabled: boolean) => owner.call(setLegacyApiKeys, { params: { ref }, body: { enabled } })
  await become(ref, (await create(ref)).body.id, 'in_use')
  expect(await become(ref, 'legacy', 'revoked')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Disable them first') },
  })
  await enable(false)
  expect((await become(ref, 'legacy', 'revoked')).status).toBe(200)
  expect(await enable(true)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await become(ref, 'legacy', 'previously_used')
  expect((await enable(true)).status).toBe(200)
})

test('a project has no more signing keys than it may', async () => {
  const ref = await newRef()
  const { body: key } = await create(ref)
  await become(ref, key.id, 'in_use')
  await fixture.metadata
    .insertInto('signing_keys')
    .values(
      Array.from({ length: SIGNING_KEYS_MAX - 2 }, () => ({
        ref,
        status: 'revoked' as const,
        public_jwk: JSON.stringify(key.public_jwk),
        sealed_private_key: Buffer.alloc(0),
      })),
    )
    .execute()
  expect((await create(ref)).status).toBe(409)
})

test('the private half of a key is sealed, and in no answer', async () => {
  const ref = await newRef()
  const reply = await create(ref)
  const stored = await fixture.metadata
    .selectFrom('signing_keys')
    .selectAll()
    .where('ref', '=', ref)
    .execute()
  expect(stored[0]!.sealed_private_key.toString('latin1')).not.toContain('PRIVATE KEY')
  expect(JSON.stringify(reply.body)).not.toContain('PRIVATE KEY')
})

test.each([
  {},
  { source: 'own' },
  { source: 'own', jwt_secret: 'x'.repeat(31) },
  { source: 'own', jwt_secret: 'x'.repeat(513) },
  { source: 'random', jwt_secret: 'x'.repeat(40) },
])('a change of the JWT secret like %j is refused', async (body) => {
  const ref = await newRef()
  expect((await owner.call(changeJwtSecret, { params: { ref }, body })).status).toBe(400)
})

test('the JWT secret is for those who may see it, and every look at it and change of it is in the audit log', async () => {
  const params = { ref: await newRef() }
  const { slug } = organization
  const reveal = async (person: Person) => person.call(revealJwtSecret, { params })
  const { body: before } = await reveal(owner)
  const own = 'a secret of our own, of forty characters'
  await owner.call(changeJwtSecret, { params, body: { source: 'own', jwt_secret: own } })
  expect((await reveal(owner)).body).toEqual({ jwt_secret: own })
  await owner.call(changeJwtSecret, { params, body: { source: 'random' } })
  const { body: random } = await reveal(owner)
  expect(random.jwt_secret).toMatch(/^[\w-]{43}$/)
  expect(random).not.toEqual(before)
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  expect((await reveal(reader)).status).toBe(403)
  expect((await reader.call(listSigningKeys, { params })).status).toBe(200)

  const { body: log } = await owner.call(listOrganizationAudit, {
    params: { slug },
    query: { project: params.ref },
  })
  const titles = log.entries.map(({ action, result }) => `${action.title}: ${result.status}`)
  for (const title of ['Read the JWT secret: 200', 'Change the JWT secret: 200', 'Read the JWT secret: 403'])
    expect(titles).toContain(title)
  expect(JSON.stringify(log)).not.toContain(own)
})
