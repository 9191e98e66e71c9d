import {
  createApiKey,
  deleteApiKey,
  getLegacyApiKeys,
  getTemporaryApiKey,
  listApiKeys,
  revealApiKey,
  setLegacyApiKeys,
  updateApiKey,
} from '@basalt/contract/keys/keys.endpoints.ts'
import { API_KEYS_MAX } from '@basalt/contract/keys/keys.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let ref: string
let slug: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  ref = (await aProject(owner, organization)).ref
})
afterAll(() => fixture[Symbol.asyncDispose]())

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

test('a project has two legacy keys, which do not change', async () => {
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  expect(keys.slice(0, 2).map(({ api_key }) => claimsOf(api_key!))).toMatchObject([
    { role: 'anon', ref },
    { role: 'service_role', ref },
  ])
  expect((await owner.call(listApiKeys, { params: { ref } })).body).toEqual(keys)
})

test('a new project has one publishable and one secret key', async () => {
  const project = await anotherProject('Fresh')
  const { body: keys } = await owner.call(listApiKeys, { params: { ref: project } })
  expect(keys.slice(2)).toMatchObject([
    { type: 'publishable', name: 'default', can_reveal: false },
    { type: 'secret', name: 'default', api_key: null, can_reveal: true },
  ])
  expect(keys[2]!.api_key).toMatch(/^bst_publishable_[0-9a-f]{64}$/)
})

test('the secret key of a new project is revealed only once, also to simultaneous callers', async () => {
  const project = await anotherProject('Revealed')
  const { body: keys } = await owner.call(listApiKeys, { params: { ref: project } })
  const { id, hint } = keys.find(({ type }) => type === 'secret')!
  const stored = await fixture.metadata
    .selectFrom('api_keys')
    .selectAll()
    .where('ref', '=', project)
    .execute()
  const reveal = () => owner.call(revealApiKey, { params: { ref: project, id: id! } })
  const replies = await Promise.all([reveal(), reveal()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 410])
  const { api_key } = replies.find(({ status }) => status === 200)!.body
  expect(api_key).toMatch(/^bst_secret_[0-9a-f]{64}$/)
  expect(api_key.slice(-4)).toBe(hint!.slice(-4))
  expect(JSON.stringify(stored)).not.toContain(api_key.slice('bst_secret_'.length))
  const { body: after } = await owner.call(listApiKeys, { params: { ref: project } })
  expect(after.find((key) => key.id === id)).toMatchObject({ api_key: null, can_reveal: false })
  expect((await reveal()).body).toMatchObject({ code: 'gone' })
})

test('a secret key is not revealed to read-only members or through another project', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  const id = keys.find(({ type }) => type === 'secret')!.id!
  expect((await reader.call(revealApiKey, { params: { ref, id } })).status).toBe(403)
  const other = await anotherProject('Elsewhere')
  expect((await owner.call(revealApiKey, { params: { ref: other, id } })).status).toBe(404)
  expect(await owner.call(listApiKeys, { params: { ref } })).toMatchObject({
    body: expect.arrayContaining([expect.objectContaining({ id, can_reveal: true })]),
  })
})

test('keys of two projects differ', async () => {
  const other = await aProject(owner, await anOrganization(owner), { name: 'Other' })
  const { body: mine } = await owner.call(listApiKeys, { params: { ref } })
  const { body: others } = await owner.call(listApiKeys, { params: { ref: other.ref } })
  expect(mine[0]!.api_key).not.toBe(others[0]!.api_key)
})

test('a temporary key is a service key for five minutes by default', async () => {
  const { body: byDefault } = await owner.call(getTemporaryApiKey, { params: { ref } })
  const claims = claimsOf(byDefault.api_key) as { exp: number; iat: number }
  expect(claims).toMatchObject({ role: 'service_role', ref })
  expect(claims.exp - claims.iat).toBe(300)
  const { body: custom } = await owner.call(getTemporaryApiKey, {
    params: { ref },
    query: { authorization_exp: 60, claims: JSON.stringify({ role: 'authenticated', sub: 'ann' }) },
  })
  expect(claimsOf(custom.api_key)).toMatchObject({ role: 'authenticated', sub: 'ann' })
})

test.each([
  { claims: 'nonsense' },
  { claims: '{"role":"postgres"}' },
  { authorization_exp: 0 },
  { authorization_exp: 1e9 },
])('a temporary key for %j is refused', async (query) => {
  const { status, body } = await owner.call(getTemporaryApiKey, { params: { ref }, query })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'validation_failed' })
})

const anotherProject = async (name: string) =>
  (await aProject(owner, await anOrganization(owner), { name })).ref

const make = async (project: string, body: object) =>
  owner.call(createApiKey, { params: { ref: project }, body })

test('a publishable key is always shown, a secret one only once', async () => {
  const project = await anotherProject('Keys')
  const { status, body: publishable } = await make(project, { type: 'publishable', name: ' Shop ' })
  expect(status).toBe(201)
  expect(publishable).toMatchObject({ name: 'Shop', description: '', last_used_at: null })
  expect(publishable.api_key).toMatch(/^bst_publishable_[0-9a-f]{64}$/)
  const { body: secret } = await make(project, { type: 'secret', name: 'Worker', description: 'Sends mails' })
  expect(secret.api_key).toMatch(/^bst_secret_[0-9a-f]{64}$/)

  const { body: keys } = await owner.call(listApiKeys, { params: { ref: project } })
  expect(keys.slice(4)).toEqual([
    publishable,
    { ...secret, api_key: null, hint: `bst_secret_…${secret.api_key.slice(-4)}` },
  ])
  const stored = await fixture.metadata
    .selectFrom('api_keys')
    .selectAll()
    .where('ref', '=', project)
    .execute()
  expect(JSON.stringify(stored)).toContain(publishable.api_key)
  expect(JSON.stringify(stored)).not.toContain(secret.api_key.slice('bst_secret_'.length))
})

test('names of keys of one type are unique, ignoring case', async () => {
  const project = await anotherProject('Names')
  const { body: first } = await make(project, { type: 'secret', name: 'Worker' })
  expect((await make(project, { type: 'publishable', name: 'Worker' })).status).toBe(201)
  const again = await make(project, { type: 'secret', name: 'WORKER' })
  expect([again.status, again.body]).toMatchObject([409, { details: { issues: [{ path: 'name' }] } }])
  const { body: second } = await make(project, { type: 'secret', name: 'Other' })
  const change = (id: string, body: object) =>
    owner.call(updateApiKey, { params: { ref: project, id }, body })
  expect((await change(second.id, { name: 'worker' })).status).toBe(409)
  expect((await change(second.id, { description: 'Nightly' })).body).toMatchObject({
    name: 'Other',
    description: 'Nightly',
    api_key: null,
  })
  const elsewhere = { params: { ref, id: first.id } }
  expect((await owner.call(updateApiKey, { ...elsewhere, body: { name: 'x' } })).status).toBe(404)
  expect((await owner.call(deleteApiKey, elsewhere)).status).toBe(404)
})

test.each([
  {},
  { type: 'service_role', name: 'x' },
  { type: 'secret', name: ' ' },
  { type: 'secret', name: 'x'.repeat(65) },
  { type: 'secret', name: 'line\nbreak' },
  { type: 'secret', name: 'nul\0' },
  { type: 'secret', name: 'x', description: 'x'.repeat(257) },
  { type: 'secret', name: 'x', api_key: 'bst_secret_mine' },
])('a key like %j is refused', async (body) => {
  const reply = await make(ref, body)
  expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }])
})

test('the number of keys of a project is limited', async () => {
  const project = await anotherProject('Many')
  await fixture.metadata
    .insertInto('api_keys')
    .values(
      Array.from({ length: API_KEYS_MAX }, (_, index) => ({
        ref: project,
        type: 'secret' as const,
        name: `key ${index}`,
        description: '',
        hint: '',
        key_hash: Buffer.from(`${project} ${index}`),
        publishable_key: null,
      })),
    )
    .execute()
  expect((await make(project, { type: 'secret', name: 'one more' })).status).toBe(409)
})

test('disabled legacy keys are not listed', async () => {
  const params = { ref: await anotherProject('Legacy') }
  const state = { enabled: true, last_used_at: null }
  expect((await owner.call(getLegacyApiKeys, { params })).body).toEqual(state)
  const { body: before } = await owner.call(listApiKeys, { params })
  const set = (enabled: boolean) => owner.call(setLegacyApiKeys, { params, body: { enabled } })
  expect((await set(false)).body).toEqual({ ...state, enabled: false })
  expect((await owner.call(listApiKeys, { params })).body).toEqual(before.slice(2))
  await set(true)
  expect((await owner.call(listApiKeys, { params })).body).toEqual(before)
})

test('a read-only member sees only the public key', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  const { body: keys } = await reader.call(listApiKeys, { params: { ref } })
  expect(keys.map(({ name, api_key }) => [name, api_key !== null])).toEqual([
    ['anon', true],
    ['service_role', false],
    ['default', true],
    ['default', false],
  ])
  expect((await reader.call(getTemporaryApiKey, { params: { ref } })).status).toBe(403)
  const body = { type: 'secret', name: 'Mine' }
  expect((await reader.call(createApiKey, { params: { ref }, body })).status).toBe(403)
})
