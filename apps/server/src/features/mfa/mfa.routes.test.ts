import { createAccessToken, getProfile, listSessions } from '@basalt/contract/access/access.endpoints.ts'
import { SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import {
  confirmMfaEnrolment,
  disableMfa,
  getMfa,
  renewRecoveryCodes,
  startMfaEnrolment,
  verifyMfa,
} from '@basalt/contract/mfa/mfa.endpoints.ts'
import {
  MFA_CHALLENGE_MINUTES,
  MFA_LOCK_MINUTES,
  RECOVERY_CODES,
  TOTP_PERIOD_SECONDS,
  WRONG_CODES_MAX,
} from '@basalt/contract/mfa/mfa.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { authenticator, enrol, giveCode, givePassword } from '../../test/authenticator.ts'
import { PASSWORD, type Person, personWith, signInAs, signUp } from '../../test/people.ts'

let fixture: AppFixture
const clock = aClock()
beforeAll(async () => {
  fixture = await openApp({}, { now: clock.now })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const nextStep = () => clock.advance({ seconds: TOTP_PERIOD_SECONDS })
const anEnrolledUser = async () => {
  const person = await signUp(fixture)
  const enrolled = await enrol(person, clock.now)
  // The enrolment used up the current code.
  nextStep()
  return { person, ...enrolled }
}
const status = async (person: Person) => (await person.call(getMfa)).body

test('without a second factor the password is enough', async () => {
  const person = await signUp(fixture)
  expect(await status(person)).toEqual({ enrolled_at: null, recovery_codes_left: 0 })
  expect(await givePassword(fixture, person)).toMatchObject({ email: person.email })
})

test('a secret takes effect only after a code has confirmed it', async () => {
  const person = await signUp(fixture)
  const { status: created, body } = await person.call(startMfaEnrolment)
  expect(created).toBe(201)
  expect(body.uri).toContain(`secret=${body.secret}`)
  expect((await status(person)).enrolled_at).toBeNull()
  expect(await givePassword(fixture, person)).toMatchObject({ email: person.email })

  const code = authenticator(body.secret, clock.now).code()
  const confirmed = await person.call(confirmMfaEnrolment, { body: { code } })
  expect(confirmed.body.recovery_codes).toHaveLength(RECOVERY_CODES)
  expect(await status(person)).toEqual({
    enrolled_at: clock.now().toISOString(),
    recovery_codes_left: RECOVERY_CODES,
  })
})

test('a newer secret replaces one that was never confirmed', async () => {
  const person = await signUp(fixture)
  const { body: first } = await person.call(startMfaEnrolment)
  const { body: second } = await person.call(startMfaEnrolment)
  const confirm = (secret: string) =>
    person.call(confirmMfaEnrolment, { body: { code: authenticator(secret, clock.now).code() } })
  expect(await confirm(first.secret)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await confirm(second.secret)).status).toBe(200)
})

test('enrolment is refused while MFA is on', async () => {
  const { person, app } = await anEnrolledUser()
  expect(await person.call(startMfaEnrolment)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await person.call(confirmMfaEnrolment, { body: { code: app.code() } })).toMatchObject({
    status: 409,
  })
})

test('confirming without enrolment and disabling while off are conflicts', async () => {
  const person = await signUp(fixture)
  expect(await person.call(confirmMfaEnrolment, { body: { code: '123456' } })).toMatchObject({ status: 409 })
  expect(await person.call(disableMfa, { body: { code: '123456' } })).toMatchObject({ status: 409 })
})

test('sign-in requires a code before it creates a session', async () => {
  const { person, app } = await anEnrolledUser()
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/platform/auth/sign-in',
    payload: { email: person.email, password: PASSWORD },
  })
  expect(answer.json()).toEqual({ mfa_required: true, challenge: expect.any(String) })
  expect(answer.cookies).toEqual([])

  const reply = await giveCode(fixture, person, app.code())
  expect(reply.json()).toMatchObject({ email: person.email })
  expect(reply.cookies).toContainEqual(
    expect.objectContaining({ name: SESSION_COOKIE, httpOnly: true, sameSite: 'Lax' }),
  )
})

test('a code works once, and earlier codes no longer work', async () => {
  const { person, app } = await anEnrolledUser()
  const before = app.code(-1)
  const now = app.code()
  expect((await giveCode(fixture, person, now)).statusCode).toBe(200)
  expect((await giveCode(fixture, person, now)).json()).toMatchObject({ code: 'forbidden' })
  expect((await giveCode(fixture, person, before)).json()).toMatchObject({ code: 'forbidden' })
  nextStep()
  expect((await giveCode(fixture, person, app.code())).statusCode).toBe(200)
})

test('the same code sent several times at once signs in once', async () => {
  const { person, app } = await anEnrolledUser()
  const code = app.code()
  const replies = await Promise.all([1, 2, 3].map(() => giveCode(fixture, person, code)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403])
})

test.each([
  [-2, 403],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 403],
])('a clock that is %d steps off gets status %d', async (steps, expected) => {
  const { person, app } = await anEnrolledUser()
  nextStep()
  expect((await giveCode(fixture, person, app.code(steps))).statusCode).toBe(expected)
})

test('expired and forged challenges are refused', async () => {
  const { person, app } = await anEnrolledUser()
  const { challenge } = await givePassword(fixture, person)
  const verify = (payload: object) => fixture.app.inject({ method: 'POST', url: verifyMfa.path, payload })
  for (const forged of ['x', `${challenge}A`.slice(1), Buffer.from(person.email).toString('base64url')])
    expect((await verify({ challenge: forged, code: app.code() })).json()).toMatchObject({ code: 'gone' })
  clock.advance({ minutes: MFA_CHALLENGE_MINUTES })
  expect((await verify({ challenge, code: app.code() })).json()).toMatchObject({ code: 'gone' })
})

test.each([['12345'], ['1234567'], ['abcdef'], [''], ['x'.repeat(10_000)], [123456]])(
  'an invalid code such as %.20j is refused before it is counted',
  async (code) => {
    const reply = await fixture.app.inject({
      method: 'POST',
      url: verifyMfa.path,
      payload: { challenge: 'x', code },
    })
    expect(reply.json()).toMatchObject({ code: 'validation_failed' })
  },
)

test('too many wrong codes lock the account for a while', async () => {
  const { person, app, recoveryCodes } = await anEnrolledUser()
  for (let count = 0; count < WRONG_CODES_MAX; count++)
    expect((await giveCode(fixture, person, app.code(10 + count))).statusCode).toBe(403)
  const refused = await giveCode(fixture, person, app.code())
  expect(refused.json()).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused.headers['retry-after'])).toBe(MFA_LOCK_MINUTES * 60)
  expect((await giveCode(fixture, person, recoveryCodes[0]!)).statusCode).toBe(429)
  expect((await person.call(disableMfa, { body: { code: app.code() } })).status).toBe(429)

  clock.advance({ minutes: MFA_LOCK_MINUTES })
  expect((await giveCode(fixture, person, app.code())).statusCode).toBe(200)
})

test('a right code resets the count of wrong ones', async () => {
  const { person, app } = await anEnrolledUser()
  const wrong = async () => expect((await giveCode(fixture, person, app.code(20))).statusCode).toBe(403)
  for (let count = 1; count < WRONG_CODES_MAX; count++) await wrong()
  expect((await giveCode(fixture, person, app.code())).statusCode).toBe(200)
  await wrong()
  nextStep()
  expect((await giveCode(fixture, person, app.code())).statusCode).toBe(200)
})

test('a recovery code signs in once, regardless of case and separators', async () => {
  const { person, recoveryCodes } = await anEnrolledUser()
  const code = recoveryCodes[3]!
  expect((await giveCode(fixture, person, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).statusCode).toBe(
    200,
  )
  expect((await giveCode(fixture, person, code)).statusCode).toBe(403)
  expect((await status(person)).recovery_codes_left).toBe(RECOVERY_CODES - 1)
})

test("a recovery code does not work for another user's account", async () => {
  const one = await anEnrolledUser()
  const other = await anEnrolledUser()
  expect((await giveCode(fixture, other.person, one.recoveryCodes[0]!)).statusCode).toBe(403)
})

test('renewing recovery codes needs a code and invalidates the old ones', async () => {
  const { person, app, recoveryCodes } = await anEnrolledUser()
  expect((await person.call(renewRecoveryCodes, { body: { code: app.code(9) } })).status).toBe(403)
  const { body } = await person.call(renewRecoveryCodes, { body: { code: app.code() } })
  expect(body.recovery_codes).toHaveLength(RECOVERY_CODES)
  expect(new Set([...body.recovery_codes, ...recoveryCodes]).size).toBe(2 * RECOVERY_CODES)
  expect((await giveCode(fixture, person, recoveryCodes[0]!)).statusCode).toBe(403)
  expect((await giveCode(fixture, person, body.recovery_codes[0]!)).statusCode).toBe(200)
})

test('turning MFA off needs a code; afterwards the password is enough again', async () => {
  const { person, app } = await anEnrolledUser()
  expect((await person.call(disableMfa, { body: { code: app.code(9) } })).status).toBe(403)
  expect((await person.call(disableMfa, { body: { code: app.code() } })).status).toBe(200)
  expect(await status(person)).toEqual({ enrolled_at: null, recovery_codes_left: 0 })
  expect(await givePassword(fixture, person)).toMatchObject({ email: person.email })
})

test('turning MFA on ends the other sessions', async () => {
  const person = await signUp(fixture)
  const elsewhere = await signInAs(fixture, person.email, PASSWORD)
  await enrol(person, clock.now)
  expect((await elsewhere.call(getProfile)).status).toBe(401)
  expect((await person.call(listSessions)).body).toMatchObject([{ is_current: true }])
})

test('an access token cannot change MFA settings', async () => {
  const person = await signUp(fixture)
  const { body } = await person.call(createAccessToken, { body: { name: 'CI' } })
  const script = personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` })
  expect(await script.call(startMfaEnrolment)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  for (const endpoint of [confirmMfaEnrolment, renewRecoveryCodes, disableMfa])
    expect((await script.call(endpoint, { body: { code: '123456' } })).status).toBe(403)
})
