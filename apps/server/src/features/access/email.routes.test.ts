import { changeEmail, createAccessToken, getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { PASSWORD_ATTEMPTS } from '@basalt/contract/access/access.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { PASSWORD, type Person, personWith, signInAs, signUp } from '../../test/people.ts'

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture[Symbol.asyncDispose]())

let count = 0
const newAddress = () => `moved-${count++}@example.com`
const change = (person: Person, body: object) =>
  person.call(changeEmail, { body: { current_password: PASSWORD, ...body } })

test('with the password, the address can be changed; the new one signs in, and other sessions end', async () => {
  const person = await signUp(fixture)
  const elsewhere = await signInAs(fixture, person.email, PASSWORD)
  const email = newAddress()
  expect(await change(person, { email: ` ${email.toUpperCase()} ` })).toMatchObject({
    status: 200,
    body: { email },
  })
  expect((await person.call(getProfile)).body.email).toBe(email)
  expect((await elsewhere.call(getProfile)).status).toBe(401)
  await expect(signInAs(fixture, person.email, PASSWORD)).rejects.toThrow('wrong')
  expect((await (await signInAs(fixture, email, PASSWORD)).call(getProfile)).status).toBe(200)
})

test('a wrong password is refused with its field, and guessing is rate limited', async () => {
  const person = await signUp(fixture)
  const guess = () => change(person, { email: newAddress(), current_password: 'guess' })
  expect(await guess()).toMatchObject({
    status: 403,
    body: { code: 'forbidden', details: { issues: [{ path: 'current_password' }] } },
  })
  for (let tried = 1; tried < PASSWORD_ATTEMPTS; tried++) await guess()
  expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await person.call(getProfile)).body.email).toBe(person.email)
})

test('the address of another account is taken in any case', async () => {
  const [ann, bob] = [await signUp(fixture), await signUp(fixture)]
  expect(await change(ann, { email: bob.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'conflict', details: { issues: [{ path: 'email' }] } },
  })
})

test('when two people choose the same address at once, one gets it', async () => {
  const people = [await signUp(fixture), await signUp(fixture)]
  const email = newAddress()
  const replies = await Promise.all(people.map((person) => change(person, { email })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test("a script cannot change its owner's address", async () => {
  const person = await signUp(fixture)
  const { body } = await person.call(createAccessToken, { body: { name: 'CI' } })
  const script = personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` })
  expect(await change(script, { email: newAddress() })).toMatchObject({ status: 403 })
})

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ email: `${'x'.repeat(250)}@example.com` }, 'email'],
  [{ email: 'a@example.com', current_password: '' }, 'current_password'],
  [{ email: 'a@example.com', extra: true }, 'extra'],
  [{}, 'email'],
])('the change %j is refused and names the problem', async (body, named) => {
  expect(await change(await signUp(fixture), body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(named) },
  })
})
