import { randomBytes } from 'node:crypto'
import {
  createAccessToken,
  createResetLink,
  getProfile,
  resetPassword,
  sendResetMail,
  signIn,
} from '@basalt/contract/access/access.endpoints.ts'
import { RESET_LINK_HOURS, RESET_PROOF_SECONDS } from '@basalt/contract/access/access.rules.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsWith } from '../../platform/secrets/secrets.ts'
import { type AppFixture, newBase, openAppOn } from '../../test/app-fixture.ts'
import { PASSWORD, personWith, signUp } from '../../test/people.ts'
import { openSmtpServer } from '../../test/smtp-server.ts'
import { resetProof } from './password-reset.ts'

const NEXT = 'a new password'
let base: Awaited<ReturnType<typeof newBase>>
let smtp: Awaited<ReturnType<typeof openSmtpServer>>
let fixture: AppFixture
let clock = Date.now()
const now = () => new Date(clock)
beforeAll(async () => {
  base = await newBase()
  smtp = await openSmtpServer()
  const env = {
    BASALT_SMTP_URL: smtp.url,
    BASALT_MAIL_FROM: 'db@example.com',
    BASALT_PUBLIC_URL: 'https://db.example.com',
  }
  fixture = await openAppOn(base, { env, now })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

const secrets = () => secretsWith(Buffer.from(base.key, 'hex'))
const post = (path: string, payload: object) => fixture.app.inject({ method: 'POST', url: path, payload })
const linkFor = (email: string, proof = resetProof(secrets(), email, now())) =>
  post(createResetLink.path, { email, proof })
const reset = (token: string, password = NEXT) => post(resetPassword.path, { token, password })
const signInWith = async (email: string, password: string) =>
  (await post(signIn.path, { email, password })).statusCode

test('a link made on the machine sets a new password once and ends every session and token', async () => {
  const person = await signUp(fixture)
  const session = (await post(signIn.path, { email: person.email, password: PASSWORD })).cookies[0]!
  const made = await fixture.app.inject({
    method: 'POST',
    url: createAccessToken.path,
    payload: { name: 'CI' },
    cookies: { [session.name]: session.value },
    headers: { origin: 'https://db.example.com' },
  })
  const script = personWith(fixture.app, person.email, { authorization: `Bearer ${made.json().token}` })
  expect((await script.call(getProfile)).status).toBe(200)
  const link = await linkFor(person.email)
  expect(link.statusCode).toBe(201)
  const { token } = link.json()
  expect((await reset(token)).statusCode).toBe(200)
  expect((await person.call(getProfile)).status).toBe(401)
  expect((await script.call(getProfile)).status).toBe(401)
  expect(await signInWith(person.email, PASSWORD)).toBe(401)
  expect(await signInWith(person.email, NEXT)).toBe(200)
  expect((await reset(token, 'and another one')).json()).toMatchObject({ code: 'gone' })
  expect(await signInWith(person.email, NEXT)).toBe(200)
})

test('when a link is used twice at once, only one use sets the password', async () => {
  const { email } = await signUp(fixture)
  const { token } = (await linkFor(email)).json()
  const statuses = await Promise.all([reset(token, 'one password'), reset(token, 'two password')])
  expect(statuses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
})

test('a link expires, and becomes invalid once the password has changed', async () => {
  const { email } = await signUp(fixture)
  const [first, second] = [(await linkFor(email)).json(), (await linkFor(email)).json()]
  expect((await reset(first.token)).statusCode).toBe(200)
  expect((await reset(second.token)).statusCode).toBe(410)
  const third = (await linkFor(email)).json()
  clock += RESET_LINK_HOURS * 3_600_000 + 1
  expect((await reset(third.token)).statusCode).toBe(410)
})

test('only a fresh proof with the key file, for this address, creates a link', async () => {
  const { email } = await signUp(fixture)
  const { email: other } = await signUp(fixture)
  const foreign = resetProof(secretsWith(randomBytes(32)), email, now())
  const old = resetProof(secrets(), email, new Date(clock - (RESET_PROOF_SECONDS + 1) * 1000))
  for (const proof of [foreign, old, resetProof(secrets(), other, now()), 'guess', ''])
    expect((await linkFor(email, proof)).json()).toMatchObject({ code: 'forbidden' })
  expect((await linkFor('nobody@example.com')).json()).toMatchObject({ code: 'not_found' })
})

test('a value sealed for one purpose is refused for any other', async () => {
  const { email } = await signUp(fixture)
  expect((await reset(resetProof(secrets(), email, now()))).statusCode).toBe(410)
  const { token } = (await linkFor(email)).json()
  expect((await linkFor(email, token)).statusCode).toBe(403)
  expect((await reset('guess')).statusCode).toBe(410)
})

test('a forgotten password is reset by mail, and the answer does not reveal whether the account exists', async () => {
  const { email } = await signUp(fixture)
  const known = await post(sendResetMail.path, { email })
  const unknown = await post(sendResetMail.path, { email: 'stranger@example.com' })
  expect(known.json()).toEqual(unknown.json())
  const mail = await waitFor(() => smtp.received.find(({ to }) => to.includes(email)))
  const [, token] = /https:\/\/db\.example\.com\/reset-password#token=(\S+)/.exec(mail.content) ?? []
  expect((await reset(token!)).statusCode).toBe(200)
  expect(await signInWith(email, NEXT)).toBe(200)
  expect(smtp.received.filter(({ to }) => to.includes('stranger@example.com'))).toEqual([])
})

test('without a mail server the error says what the operator can do', async () => {
  const bare = await newBase()
  await using other = await openAppOn(bare)
  const reply = await other.app.inject({
    method: 'POST',
    url: sendResetMail.path,
    payload: { email: 'ann@example.com' },
  })
  expect(reply.json()).toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('npm run reset-password'),
  })
})
