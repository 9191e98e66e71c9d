import {
  createAccessToken,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
} from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_DAYS } from '@basalt/contract/access/access.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { PASSWORD, personWith, signInAs, signUp } from '../../test/people.ts'

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const signInOnce = (email: string) => signInAs(fixture, email, PASSWORD)

test('all sessions are listed, the current one first', async () => {
  const person = await signUp(fixture)
  const phone = await signInOnce(person.email)
  const { body } = await person.call(listSessions)
  expect(body).toMatchObject([
    { is_current: true, user_agent: expect.any(String), address: '127.0.0.1' },
    { is_current: false },
  ])
  expect((await phone.call(listSessions)).body.map(({ id }) => id)).toEqual(
    body.map(({ id }) => id).reverse(),
  )
})

test('a session that is ended from another one ends at once', async () => {
  const person = await signUp(fixture)
  const phone = await signInOnce(person.email)
  const other = (await person.call(listSessions)).body.find(({ is_current }) => !is_current)!
  expect((await person.call(endSession, { params: { id: other.id } })).status).toBe(200)
  expect((await phone.call(getProfile)).status).toBe(401)
  expect((await person.call(endSession, { params: { id: other.id } })).status).toBe(404)
})

test("somebody else's session can neither be ended nor detected", async () => {
  const person = await signUp(fixture)
  const stranger = await signUp(fixture)
  const [session] = (await person.call(listSessions)).body
  expect((await stranger.call(endSession, { params: { id: session!.id } })).status).toBe(404)
  expect((await person.call(getProfile)).status).toBe(200)
})

test('all other sessions end together and this one continues', async () => {
  const person = await signUp(fixture)
  const others = await Promise.all([1, 2].map(() => signInOnce(person.email)))
  expect((await person.call(endOtherSessions)).status).toBe(200)
  expect(await Promise.all(others.map(async (other) => (await other.call(getProfile)).status))).toEqual([
    401, 401,
  ])
  expect((await person.call(listSessions)).body).toHaveLength(1)
})

test('a script can neither list nor end sessions', async () => {
  const person = await signUp(fixture)
  const { body } = await person.call(createAccessToken, { body: { name: 'CI' } })
  const script = personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` })
  expect((await script.call(listSessions)).status).toBe(403)
  expect((await script.call(endOtherSessions)).status).toBe(403)
  expect((await person.call(getProfile)).status).toBe(200)
})

test('using a session is recorded and extends it, but not on every request', async () => {
  const person = await signUp(fixture)
  const { id } = (await person.call(listSessions)).body[0]!
  const stamps = () =>
    fixture.metadata
      .selectFrom('sessions')
      .select(['last_used_at', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const fresh = await stamps()
  await person.call(getProfile)
  expect(await stamps()).toEqual(fresh)

  await fixture.metadata
    .updateTable('sessions')
    .set({
      last_used_at: sql<string>`now() - interval '1 day'`,
      expires_at: sql<string>`now() + interval '1 day'`,
    })
    .where('id', '=', id)
    .execute()
  await person.call(getProfile)
  const { last_used_at, expires_at } = await stamps()
  expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(Date.parse(fresh.last_used_at))
  expect(Date.parse(expires_at) - Date.parse(last_used_at)).toBe(SESSION_DAYS * 86_400_000)
})
