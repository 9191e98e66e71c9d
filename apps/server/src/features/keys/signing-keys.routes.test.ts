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

test('in a new project the JWT secret is in use', async () => {
  expect(await statuses(await newRef())).toEqual(['HS256 in_use'])
})

test('a key is created on standby, used, replaced, revoked and deleted', async () => {
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

test('at most one key is on standby, also after simultaneous requests', async () => {
  const ref = await newRef()
  const replies = await Promise.all([create(ref), create(ref), create(ref)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await statuses(ref)).toEqual(['ES256 standby', 'HS256 in_use'])
})

test('of two simultaneous rotations one fails with a conflict', async () => {
  const ref = await newRef()
  const { body: key } = await create(ref)
  const replies = await Promise.all([become(ref, key.id, 'in_use'), become(ref, key.id, 'in_use')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await statuses(ref)).toEqual(['ES256 in_use', 'HS256 previously_used'])
})

test('a status change that is not possible is refused with a reason', async () => {
  const ref = await newRef()
  const { body: key } = await create(ref)
  const refused = async (reply: Promise<{ status: number; body: unknown }>, message: string) =>
    expect(await reply).toMatchObject({ status: 409, body: { message: expect.stringContaining(message) } })
  await refused(become(ref, key.id, 'revoked'), 'A key with the status standby cannot become revoked')
  await refused(become(ref, 'legacy', 'revoked'), 'A key with the status in use cannot become revoked')
  await refused(become(ref, 'legacy', 'in_use'), 'already has the status in use')
  await refused(remove(ref, 'legacy'), 'can be revoked, but not deleted')
  await become(ref, key.id, 'in_use')
  await refused(remove(ref, key.id), 'Only a key that is on standby or revoked')
  expect((await become(await newRef(), key.id, 'revoked')).status).toBe(404)
  expect((await become(ref, randomUUID(), 'revoked')).status).toBe(404)
  expect((await become(ref, key.id, 'standby')).status).toBe(400)
})

test('the JWT secret can be revoked only while the legacy keys are disabled', async () => {
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

test('the number of signing keys of a project is limited', async () => {
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

test('the private key is stored encrypted, and in no response', async () => {
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

test('the JWT secret needs a permission, and the audit log records every read and change of it', async () => {
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
