import {
  changePassword,
  createAccessToken,
  getProfile,
  updateProfile,
} from '@basalt/contract/access/access.endpoints.ts'
import { PASSWORD_ATTEMPTS } from '@basalt/contract/access/access.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { PASSWORD, type Person, personWith, signInAs, signUp } from '../../test/people.ts'

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const NEW_PASSWORD = 'm4Zv9KtB-PqXs2'
const rename = (person: Person, display_name: unknown) =>
  person.call(updateProfile, { body: { display_name } })
const change = (person: Person, body: object = {}) =>
  person.call(changePassword, { body: { current_password: PASSWORD, new_password: NEW_PASSWORD, ...body } })

test('a display name can be set and removed', async () => {
  const person = await signUp(fixture)
  expect((await rename(person, '  Ada Lovelace ')).body.display_name).toBe('Ada Lovelace')
  expect((await person.call(getProfile)).body.display_name).toBe('Ada Lovelace')
  expect((await rename(person, '')).body.display_name).toBeNull()
})

test.each(['x'.repeat(65), 'two\nlines', 'nul\0', 7, null])('the name %j is refused', async (name) => {
  expect(await rename(await signUp(fixture), name)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('a new password replaces the current one, and other browsers stay signed in', async () => {
  const person = await signUp(fixture)
  const elsewhere = await signInAs(fixture, person.email, PASSWORD)
  expect((await change(person)).status).toBe(200)
  await expect(signInAs(fixture, person.email, PASSWORD)).rejects.toThrow('wrong')
  expect((await (await signInAs(fixture, person.email, NEW_PASSWORD)).call(getProfile)).status).toBe(200)
  expect((await elsewhere.call(getProfile)).status).toBe(200)
})

test('other browsers are signed out on request', async () => {
  const person = await signUp(fixture)
  const elsewhere = await signInAs(fixture, person.email, PASSWORD)
  expect((await change(person, { end_other_sessions: true })).status).toBe(200)
  expect([(await elsewhere.call(getProfile)).status, (await person.call(getProfile)).status]).toEqual([
    401, 200,
  ])
})

test('a wrong current password is refused with its field, and guessing is rate limited', async () => {
  const person = await signUp(fixture)
  const guess = () => change(person, { current_password: 'guess' })
  expect(await guess()).toMatchObject({
    status: 403,
    body: { code: 'forbidden', details: { issues: [{ path: 'current_password' }] } },
  })
  for (let count = 1; count < PASSWORD_ATTEMPTS; count++) await guess()
  expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await signInAs(fixture, person.email, PASSWORD)).email).toBe(person.email)
})

test.each([
  [{ new_password: 'short' }, 'new_password'],
  [{ new_password: PASSWORD }, 'new_password'],
  [{ current_password: '' }, 'current_password'],
  [{ extra: true }, 'extra'],
])('the change %j is refused and names the problem', async (body, named) => {
  expect(await change(await signUp(fixture), body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(named) },
  })
})

test('two changes at once leave one password that works', async () => {
  const person = await signUp(fixture)
  const next = ['b6Yt3RnW-QzLk8', 'c7Xs4PmV-RyKj9']
  const statuses = (await Promise.all(next.map((new_password) => change(person, { new_password })))).map(
    ({ status }) => status,
  )
  expect(statuses.sort()).toEqual([200, 403])
  const works = await Promise.all(
    next.map((password) =>
      signInAs(fixture, person.email, password).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(works.filter(Boolean)).toHaveLength(1)
})

test("a script cannot change its owner's password", async () => {
  const person = await signUp(fixture)
  const { body } = await person.call(createAccessToken, { body: { name: 'CI' } })
  const script = personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` })
  expect(await change(script)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})
