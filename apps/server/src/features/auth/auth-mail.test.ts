import {
  getAuthSettings,
  listAuthMails,
  sendTestMail,
  updateAuthSettings,
} from '@basalt/contract/auth/auth.endpoints.ts'
import type { SmtpChange } from '@basalt/contract/auth/auth.schema.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, personWith, reaches, signUp } from '../../test/people.ts'
import { openSmtpServer } from '../../test/smtp-server.ts'
import { plainText } from './plain-text.ts'

/** Mail that leaves by the mail server of a project. */

let fixture: AppFixture
let owner: Person
let params: { ref: string }
let key: string
beforeAll(async () => {
  fixture = await openApp({
    BASALT_PUBLIC_URL: 'https://basalt.example.com',
    BASALT_PRIVATE_NETWORKS: 'allow',
  })
  const person = await signUp(fixture)
  owner = personWith(fixture.app, person.email, { ...person.headers, origin: 'https://basalt.example.com' })
  params = { ref: (await aProject(owner, await anOrganization(owner))).ref }
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  const { body: keys } = await owner.call(listApiKeys, { params })
  key = keys.find(({ name }) => name === 'anon')!.api_key!
  fixture.jobs.start()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const smtpOf = (url: string, over: Partial<SmtpChange> = {}): SmtpChange => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  user: '',
  sender_email: 'no-reply@example.com',
  sender_name: 'The shop',
  ...over,
})
const change = (smtp: SmtpChange | null) =>
  owner.call(updateAuthSettings, { params, body: { smtp, smtp_max_frequency: 0 } })
const recover = (email: string, host = 'localhost') =>
  fixture.app.inject({
    method: 'POST',
    url: `/p/${params.ref}/auth/v1/signup`,
    headers: { apikey: key, host },
    payload: { email, password: 'correct horse' },
  })
const mails = async () => (await owner.call(listAuthMails, { params })).body
const soon = (check: () => Promise<boolean> | boolean) => waitFor(check, { timeoutMs: 60_000 })

test('mail goes to the mail server of the project, with links to the address of the installation', async () => {
  await using server = await openSmtpServer()
  await change(smtpOf(server.url))
  expect((await recover('sent@example.com', 'localhost:1')).statusCode).toBe(200)
  await soon(() => server.received.length === 1)
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'no-reply@example.com', to: ['sent@example.com'] })
  expect(mail!.content).toContain('Confirm your email address')
  expect(mail!.content).toContain(`https://basalt.example.com/p/${params.ref}/auth/v1/verify?token=`)
  expect(mail!.content).not.toContain('localhost:1')
  await soon(async () => (await mails()).mails[0]?.sent_at != null)
  // The content is neither shown nor kept.
  expect(await mails()).toMatchObject({ mail_goes_to: 'project', mails: [{ html: null, failure: null }] })
  const query = 'select html from basalt.auth_mails'
  expect((await owner.call(runQuery, { params, query: {}, body: { query } })).body).toEqual([{ html: '' }])
})

test('a mail server that is down is told on the page, and the mail is sent once it answers', async () => {
  const server = await openSmtpServer()
  await change(smtpOf(server.url))
  await server[Symbol.asyncDispose]()
  expect((await recover('later@example.com')).statusCode).toBe(200)
  const failureOf = async () =>
    (await mails()).mails.find(({ recipient }) => recipient === 'later@example.com')?.failure
  await soon(async () => (await failureOf()) != null)
  expect(await failureOf()).toContain('could not be used')
  const test = await owner.call(sendTestMail, { params, body: { email: 'a@example.com' } })
  expect(test.body.went_to).toBe('project')
  expect(test.body.failure).toContain('Check the SMTP settings of the project')
  await using again = await openSmtpServer()
  await change(smtpOf(again.url))
  await soon(() => again.received.some(({ to }) => to.includes('later@example.com')))
})

test('the password is used and never returned, and is not sent to another server', async () => {
  await using server = await openSmtpServer({ password: 'pa ss/word' })
  const smtp = smtpOf(server.url, { user: 'mailer' })
  expect(await change(smtp)).toMatchObject({
    status: 400,
    body: { message: 'Enter the password of the mail server' },
  })
  await change({ ...smtp, password: 'pa ss/word' })
  await change({ ...smtp, sender_name: 'Renamed' })
  const { body } = await owner.call(getAuthSettings, { params })
  expect(body.smtp).toMatchObject({ has_password: true, sender_name: 'Renamed' })
  expect(JSON.stringify(body)).not.toContain('pa ss')
  expect((await owner.call(sendTestMail, { params, body: { email: 'a@example.com' } })).body).toEqual({
    went_to: 'project',
    failure: null,
  })
  expect((await change({ ...smtp, host: 'localhost' })).status).toBe(400)
  await change(null)
  expect((await mails()).mail_goes_to).toBe('inbox')
})

test('a mail in HTML is also text, with the address of each link', () => {
  const html =
    '<style>p {}</style><h2>Hi &amp; hello</h2>\n<p>Go <a class="x" href="https://a.example/?x=1&amp;y=2">there</a></p>'
  expect(plainText(html)).toBe('Hi & hello\n\nGo there: https://a.example/?x=1&y=2')
})
