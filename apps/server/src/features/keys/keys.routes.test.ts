import { getTemporaryApiKey, listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
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

test('a project has two keys, which stay the same', async () => {
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  expect(keys.map(({ api_key }) => claimsOf(api_key!))).toMatchObject([
    { role: 'anon', ref },
    { role: 'service_role', ref },
  ])
  expect((await owner.call(listApiKeys, { params: { ref } })).body).toEqual(keys)
})

test('keys of two projects differ', async () => {
  const other = await aProject(owner, await anOrganization(owner), { name: 'Other' })
  const { body: mine } = await owner.call(listApiKeys, { params: { ref } })
  const { body: others } = await owner.call(listApiKeys, { params: { ref: other.ref } })
  expect(mine[0]!.api_key).not.toBe(others[0]!.api_key)
})

test('a temporary key is a service key for five minutes unless asked otherwise', async () => {
  const { body: usual } = await owner.call(getTemporaryApiKey, { params: { ref } })
  const claims = claimsOf(usual.api_key) as { exp: number; iat: number }
  expect(claims).toMatchObject({ role: 'service_role', ref })
  expect(claims.exp - claims.iat).toBe(300)
  const { body: asked } = await owner.call(getTemporaryApiKey, {
    params: { ref },
    query: { authorization_exp: 60, claims: JSON.stringify({ role: 'authenticated', sub: 'ann' }) },
  })
  expect(claimsOf(asked.api_key)).toMatchObject({ role: 'authenticated', sub: 'ann' })
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

test('who may only read sees the public key alone', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  const { body: keys } = await reader.call(listApiKeys, { params: { ref } })
  expect(keys.map(({ name, api_key }) => [name, api_key !== null])).toEqual([
    ['anon', true],
    ['service_role', false],
  ])
  expect((await reader.call(getTemporaryApiKey, { params: { ref } })).status).toBe(403)
})
