import {
  changePassword,
  createAccessToken,
  deleteAccessToken,
  endOtherSessions,
  getProfile,
  listAccessTokens,
} from '@basalt/contract/access/access.endpoints.ts'
import { TOKEN_DAYS_DEFAULT } from '@basalt/contract/access/access.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, PASSWORD, type Person, personWith, signUp } from '../../test/people.ts'

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const createToken = async (person: Person, options: object = {}) => {
  const { status, body } = await person.call(createAccessToken, { body: { name: 'CI', ...options } })
  expect(status).toBe(201)
  const script = personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` })
  return { script, body }
}
const tokensOf = (person: Person) =>
  fixture.metadata
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select('access_tokens.id')
    .where('users.email', '=', person.email)
    .execute()
const statusOf = async (script: Person) => (await script.call(getProfile)).status

test('a token cannot create, list or revoke tokens', async () => {
  const person = await signUp(fixture)
  const { script, body } = await createToken(person)
  expect((await script.call(createAccessToken, { body: { name: 'second' } })).status).toBe(403)
  expect((await script.call(listAccessTokens)).status).toBe(403)
  expect((await script.call(deleteAccessToken, { params: { id: body.id } })).status).toBe(403)
  expect(await tokensOf(person)).toEqual([{ id: body.id }])
})

test('a token expires', async () => {
  const person = await signUp(fixture)
  const { script, body } = await createToken(person, { expires_in_days: 1 })
  expect(Date.parse(body.expires_at!) - Date.parse(body.created_at)).toBe(86_400_000)
  expect(await statusOf(script)).toBe(200)
  await fixture.metadata
    .updateTable('access_tokens')
    .set({ expires_at: sql<string>`now() - interval '1 second'` })
    .where('id', '=', body.id)
    .execute()
  expect(await statusOf(script)).toBe(401)
  expect((await person.call(listAccessTokens)).body).toMatchObject([{ id: body.id }])
})

test('a token expires by default, and is unlimited only on request', async () => {
  const person = await signUp(fixture)
  const { body } = await createToken(person)
  expect(Date.parse(body.expires_at!) - Date.parse(body.created_at)).toBe(TOKEN_DAYS_DEFAULT * 86_400_000)
  expect((await createToken(person, { expires_in_days: null })).body.expires_at).toBeNull()
})

test('a new password revokes all tokens', async () => {
  const person = await signUp(fixture)
  const { script } = await createToken(person)
  const body = { current_password: PASSWORD, new_password: `${PASSWORD}!`, end_other_sessions: false }
  expect((await person.call(changePassword, { body: { ...body, current_password: 'wrong' } })).status).toBe(
    403,
  )
  expect(await statusOf(script)).toBe(200)
  expect((await person.call(changePassword, { body })).status).toBe(200)
  expect(await statusOf(script)).toBe(401)
  expect(await tokensOf(person)).toEqual([])
})

test('tokens can be revoked along with the other sessions', async () => {
  const person = await signUp(fixture)
  const other = await signUp(fixture)
  const { script } = await createToken(person)
  const { script: foreign } = await createToken(other)
  await person.call(endOtherSessions)
  expect(await statusOf(script)).toBe(200)
  await person.call(endOtherSessions, { query: { access_tokens: 'revoke' } })
  expect(await statusOf(script)).toBe(401)
  expect(await statusOf(foreign)).toBe(200)
})

test('a token can only be limited to an organization or project that its owner can see', async () => {
  const person = await signUp(fixture)
  const stranger = await signUp(fixture)
  const { slug } = await anOrganization(stranger)
  const refused = async (scope: object) =>
    (await person.call(createAccessToken, { body: { name: 'CI', ...scope } })).status
  expect(await refused({ organization_slug: slug })).toBe(404)
  expect(await refused({ project_ref: 'a'.repeat(20) })).toBe(404)
  expect(await refused({ organization_slug: slug, project_ref: 'a'.repeat(20) })).toBe(400)
  expect(await refused({ access: 'admin' })).toBe(400)
  expect(await refused({ expires_in_days: 0 })).toBe(400)
  expect(await refused({ expires_in_days: 367 })).toBe(400)
  expect(await tokensOf(person)).toEqual([])
})
