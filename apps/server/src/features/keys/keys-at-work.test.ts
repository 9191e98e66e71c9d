import { createPublicKey, verify } from 'node:crypto'
import {
  createApiKey,
  deleteApiKey,
  getLegacyApiKeys,
  getTemporaryApiKey,
  listApiKeys,
  setLegacyApiKeys,
} from '@basalt/contract/keys/keys.endpoints.ts'
import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'
import {
  changeJwtSecret,
  createSigningKey,
  listSigningKeys,
  updateSigningKey,
} from '@basalt/contract/keys/signing-keys.endpoints.ts'
import type { PublicJwk } from '@basalt/contract/keys/signing-keys.schema.ts'
import { pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { reaches } from '../../test/people.ts'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'

/** Tests keys with the storage API of a project. All APIs of a project verify keys with the same code. */

const clock = aClock()
let storage: StorageFixture
let params: { ref: string }
beforeAll(async () => {
  storage = await openStorage({ now: clock.now })
  params = { ref: storage.ref }
  for (const role of ['anon', 'authenticated', 'service_role'])
    await storage.service.createBucket(`as ${role}`)
  await storage.sql(
    `create policy "bucket named after the role" on storage.buckets for select using (id = 'as ' || auth.role())`,
  )
})
afterAll(() => storage[Symbol.asyncDispose]())

/** The buckets in the response show the role of the request: a service key sees all three. */
async function askWith(headers: Record<string, string>) {
  const { statusCode, ...reply } = await storage.app.inject({
    url: `/p/${params.ref}/storage/v1/bucket`,
    headers,
  })
  const body = reply.json()
  return statusCode === 200
    ? (body as { id: string }[]).map(({ id }) => id.slice('as '.length)).sort()
    : { code: body.code, message: body.message }
}
const bearing = (token: string) => ({ authorization: `Bearer ${token}` })
const all = ['anon', 'authenticated', 'service_role']

const make = async (type: ApiKeyType, name: string) =>
  (await storage.owner.call(createApiKey, { params, body: { type, name } })).body
const remove = (id: string) => storage.owner.call(deleteApiKey, { params: { ...params, id } })
const temporary = async (role = 'authenticated') =>
  (
    await storage.owner.call(getTemporaryApiKey, {
      params,
      query: { claims: JSON.stringify({ role }), authorization_exp: 3600 },
    })
  ).body.api_key
const become = (id: string, status: string) =>
  storage.owner.call(updateSigningKey, { params: { ...params, id }, body: { status } })
const rotate = async () => {
  const { body: key } = await storage.owner.call(createSigningKey, { params, body: { algorithm: 'ES256' } })
  await become(key.id, 'in_use')
  return key
}
const enableLegacy = (enabled: boolean) => storage.owner.call(setLegacyApiKeys, { params, body: { enabled } })
const partsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)

test('publishable and secret keys are accepted in both headers until they are revoked', async () => {
  const publishable = await make('publishable', 'app')
  const secret = await make('secret', 'server')
  for (const [{ api_key }, expected] of [
    [publishable, ['anon']],
    [secret, all],
  ] as const) {
    expect(await askWith({ apikey: api_key })).toEqual(expected)
    expect(await askWith(bearing(api_key))).toEqual(expected)
    expect(await askWith({ apikey: api_key, ...bearing(api_key) })).toEqual(expected)
  }
  const { data } = await storage.clientWith(secret.api_key).listBuckets()
  expect(data).toHaveLength(all.length)
  // A user's token beside a key decides the role.
  expect(await askWith({ apikey: publishable.api_key, ...bearing(await temporary()) })).toEqual([
    'authenticated',
  ])

  await remove(publishable.id)
  const refused = { code: 'InvalidApiKey' }
  expect(await askWith({ apikey: publishable.api_key })).toMatchObject(refused)
  expect(await askWith({ apikey: publishable.api_key, ...bearing(await temporary()) })).toMatchObject(refused)
  expect(await askWith({ apikey: secret.api_key })).toEqual(all)
  await remove(secret.id)
  expect(await askWith({ apikey: secret.api_key })).toMatchObject(refused)
})

test.each([
  'bst_secret_',
  'bst_publishable_guess',
  `bst_secret_${'0'.repeat(64)}`,
  `bst_secret_${'x'.repeat(9000)}`,
])('an unknown key is refused (%#)', async (key) => {
  expect(await askWith({ apikey: key })).toMatchObject({ code: 'InvalidApiKey' })
})

test('only secret keys are refused from a browser', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' }
  const secret = await make('secret', 'leaked')
  const refused = { code: 'SecretKeyInBrowser', message: expect.stringContaining('publishable key') }
  expect(await askWith({ apikey: secret.api_key, ...browser })).toMatchObject(refused)
  expect(await askWith({ ...bearing(secret.api_key), ...browser })).toMatchObject(refused)
  expect(await askWith({ apikey: secret.api_key, 'user-agent': 'node' })).toEqual(all)
  const publishable = await make('publishable', 'page')
  expect(await askWith({ apikey: publishable.api_key, ...browser })).toEqual(['anon'])
  expect(await askWith({ apikey: await temporary(), ...browser })).toEqual(['authenticated'])
})

test('the last use of a key is recorded at most once a minute', async () => {
  const { id, api_key } = await make('publishable', 'recorded')
  const lastUse = async () => {
    const { body: keys } = await storage.owner.call(listApiKeys, { params })
    return keys.find((key) => key.id === id)!.last_used_at
  }
  expect(await lastUse()).toBeNull()
  const first = clock.now().toISOString()
  await askWith({ apikey: api_key })
  expect(await lastUse()).toBe(first)
  clock.advance({ seconds: 59 })
  await askWith({ apikey: api_key })
  expect(await lastUse()).toBe(first)
  clock.advance({ seconds: 1 })
  await askWith({ apikey: api_key })
  expect(await lastUse()).toBe(clock.now().toISOString())
})

test('the use of legacy keys is recorded, and disabled ones are refused, also with a changed signature', async () => {
  const anon = storage.keyOf('anon')
  clock.advance({ minutes: 1 })
  const now = clock.now().toISOString()
  expect(await askWith({ apikey: anon })).toEqual(['anon'])
  expect((await storage.owner.call(getLegacyApiKeys, { params })).body).toEqual({
    enabled: true,
    last_used_at: now,
  })
  const token = await temporary()
  await enableLegacy(false)
  const refused = { code: 'LegacyApiKeysDisabled' }
  expect(await askWith({ apikey: anon })).toMatchObject(refused)
  expect(await askWith(bearing(storage.keyOf('service_role')))).toMatchObject(refused)
  expect(await askWith({ apikey: anon, ...bearing(token) })).toMatchObject(refused)
  // Two bits of the last letter of a signature are unused.
  for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    expect(await askWith({ apikey: `${anon.slice(0, -1)}${last}` })).not.toEqual(['anon'])
  expect(await askWith(bearing(token))).toEqual(['authenticated'])
  await enableLegacy(true)
  expect(await askWith({ apikey: anon })).toEqual(['anon'])
})

test('after a rotation old tokens are accepted until the previous key is revoked', async () => {
  const before = await temporary()
  expect(partsOf(before)[0]).toEqual({ alg: 'HS256', typ: 'JWT' })
  const key = await rotate()
  const after = await temporary()
  expect(partsOf(after)[0]).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.id })
  for (const token of [before, after]) expect(await askWith(bearing(token))).toEqual(['authenticated'])
  expect(await askWith({ apikey: storage.keyOf('anon') })).toEqual(['anon'])

  const next = await rotate()
  expect(await askWith(bearing(after))).toEqual(['authenticated'])
  await become(key.id, 'revoked')
  expect(await askWith(bearing(after))).toMatchObject({
    code: 'InvalidJWT',
    message: expect.stringContaining('revoked'),
  })
  expect(partsOf(await temporary())[0]).toMatchObject({ kid: next.id })
  await become(key.id, 'previously_used')
  expect(await askWith(bearing(after))).toEqual(['authenticated'])

  await enableLegacy(false)
  await become('legacy', 'revoked')
  expect(await askWith(bearing(before))).toMatchObject({ code: 'InvalidJWT' })
  await become('legacy', 'in_use')
  expect(await askWith(bearing(before))).toMatchObject({ code: 'InvalidJWT' })
  await become('legacy', 'previously_used')
  await become('legacy', 'in_use')
  expect(await askWith(bearing(before))).toEqual(['authenticated'])
  await enableLegacy(true)
})

test('the published keys verify tokens, also while the project is paused', async () => {
  const key = await rotate()
  const token = await temporary()
  const jwks = async () => {
    const { statusCode, headers, ...reply } = await storage.app.inject({
      url: `/p/${params.ref}/auth/v1/.well-known/jwks.json`,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=600',
      'access-control-allow-origin': '*',
    })
    return (reply.json() as { keys: PublicJwk[] }).keys
  }
  const published = await jwks()
  expect(JSON.stringify(published)).not.toContain('"d"')
  const [header, payload, signature] = token.split('.')
  const publicKey = createPublicKey({
    key: { ...published.find(({ kid }) => kid === key.id) },
    format: 'jwk',
  })
  const proof = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(
    verify('sha256', Buffer.from(`${header}.${payload}`), proof, Buffer.from(signature!, 'base64url')),
  ).toBe(true)

  const { body: standby } = await storage.owner.call(createSigningKey, {
    params,
    body: { algorithm: 'ES256' },
  })
  await become('legacy', 'in_use')
  await become(key.id, 'revoked')
  const trusted = (await storage.owner.call(listSigningKeys, { params })).body.filter(
    ({ status, public_jwk }) => public_jwk && status !== 'revoked',
  )
  await storage.owner.call(pauseProject, { params })
  await reaches(storage.owner, params.ref, 'INACTIVE')
  expect((await jwks()).map(({ kid }) => kid)).toEqual(trusted.map(({ id }) => id))
  expect(trusted.map(({ id }) => id)).toContain(standby.id)
  await storage.owner.call(restoreProject, { params })
  await reaches(storage.owner, params.ref, 'ACTIVE_HEALTHY')
  expect(
    (await storage.app.inject({ url: `/p/${'a'.repeat(20)}/auth/v1/.well-known/jwks.json` })).statusCode,
  ).toBe(404)
})

test('a new JWT secret changes the legacy keys and invalidates old tokens; other keys stay valid', async () => {
  const secret = await make('secret', 'unchanged')
  const old = storage.keyOf('service_role')
  const token = await temporary()
  expect(await storage.service.from('as anon').upload('one.txt', 'x')).toMatchObject({ error: null })
  const signed = (await storage.service.from('as anon').createSignedUrl('one.txt', 60)).data!.signedUrl
  expect((await fetch(signed)).status).toBe(200)

  await storage.owner.call(changeJwtSecret, { params, body: { source: 'random' } })
  for (const invalid of [old, token])
    expect(await askWith(bearing(invalid))).toMatchObject({ code: 'InvalidJWT' })
  expect((await fetch(signed)).status).toBe(400)
  expect(await askWith({ apikey: secret.api_key })).toEqual(all)
  const { body: keys } = await storage.owner.call(listApiKeys, { params })
  expect(await askWith({ apikey: keys[1]!.api_key! })).toEqual(all)
  expect(await askWith({ apikey: keys[0]!.api_key! })).toEqual(['anon'])
})
