import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  getActingClaims,
  issueActingToken,
  listAuthMails,
  sendTestMail,
  updateAuthSettings,
} from '@basalt/contract/auth/auth.endpoints.ts'
import type { HookKind } from '@basalt/contract/auth/auth-hooks.rules.ts'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Code of the project's owner, and services elsewhere, that take part in signing in. */

const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const PASSWORD = 'correct horse'

let auth: AuthFixture
let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({ mailer_autoconfirm: true })
  auth.jobs.start()
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  service.close()
})
afterEach(async () => {
  await auth.change({
    hooks: Object.fromEntries(Object.keys((await auth.settings()).hooks).map((kind) => [kind, null])),
    captcha: null,
    password_hibp_enabled: false,
    mailer_autoconfirm: true,
  })
})

/** An endpoint that answers as a test says, and remembers what it got. */
async function openService() {
  const state = {
    answers: [] as { status?: number; type?: string; body?: string }[],
    received: [] as { url: string; headers: IncomingHttpHeaders; body: string }[],
    isSilent: false,
  }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    state.received.push({ url: request.url!, headers: request.headers, body })
    if (state.isSilent) return
    const answer = state.answers.shift() ?? {}
    reply.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' })
    reply.end(answer.body ?? '{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    ...state,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

let count = 0
const newEmail = () => `hook${++count}@example.com`
const aUser = async () => {
  const email = newEmail()
  const client = auth.client()
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  expect(error).toBeNull()
  return { client, email, id: data.user!.id }
}

/** Turns on a hook that is a function of the database with this body. */
async function useFunction(kind: HookKind, body: string) {
  await auth.sql(
    `create or replace function public.${kind}(event jsonb) returns jsonb language plpgsql as $$ begin ${body} end $$`,
  )
  const hook = { enabled: true, uri: `pg-functions://postgres/public/${kind}` }
  expect((await auth.change({ hooks: { [kind]: hook } })).status).toBe(200)
}
const useEndpoint = async (kind: HookKind, ...answers: typeof service.state.answers) => {
  service.state.answers.splice(0, Infinity, ...answers)
  service.state.received.length = 0
  const hook = { enabled: true, uri: `${service.url}/${kind}`, secret: SECRET }
  expect((await auth.change({ hooks: { [kind]: hook } })).status).toBe(200)
}

test('a function changes the claims of tokens, and what it must not remove is kept by a refusal', async () => {
  const { client, id } = await aUser()
  await useFunction(
    'custom_access_token',
    `return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('plan', 'pro', 'seen', event - 'claims'));`,
  )
  await client.refreshSession()
  expect((await client.getClaims()).data!.claims).toMatchObject({
    plan: 'pro',
    seen: { user_id: id, authentication_method: 'password' },
  })
  await useFunction(
    'custom_access_token',
    `return jsonb_build_object('claims', (event -> 'claims') - 'aal');`,
  )
  const { refresh_token } = (await client.getSession()).data.session!
  expect(await auth.send('/token?grant_type=refresh_token', { body: { refresh_token } })).toMatchObject({
    status: 500,
    body: { msg: expect.stringContaining('removed aal') },
  })
})

test('a member acts as a user with the claims that the hook gives, and with a token that expires soon', async () => {
  const { id, email } = await aUser()
  const params = { ...auth.params, id }
  const before = await auth.owner.call(getActingClaims, { params, body: { aal: 'aal2' } })
  expect(before.body.claims).toMatchObject({ sub: id, email, role: 'authenticated', aal: 'aal2' })
  await useFunction(
    'custom_access_token',
    `return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('plan', 'pro'));`,
  )
  const { body } = await auth.owner.call(getActingClaims, { params, body: {} })
  expect(body.claims).toMatchObject({ sub: id, plan: 'pro', aal: 'aal1' })
  await auth.sql(
    `create or replace function public.who() returns json language sql as 'select auth.jwt()::json'`,
  )
  const { access_token, expires_at } = (await auth.owner.call(issueActingToken, { params, body: {} })).body
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(900_000)
  const who = await fetch(`${auth.origin}/p/${auth.ref}/rest/v1/rpc/who`, {
    method: 'POST',
    headers: { apikey: auth.keyOf('anon'), authorization: `Bearer ${access_token}` },
  })
  expect(await who.json()).toMatchObject({ sub: id, plan: 'pro', role: 'authenticated' })
  // It belongs to no session, so that it changes nothing of the account.
  expect(await auth.send('/user', { token: access_token })).toMatchObject({ status: 403 })
  expect(await auth.sql('select count(*)::int as n from auth.sessions where user_id = $1', [id])).toEqual([
    { n: 1 },
  ])
  const unknown = { ...params, id: crypto.randomUUID() }
  expect((await auth.owner.call(getActingClaims, { params: unknown, body: {} })).status).toBe(404)
  await useFunction('custom_access_token', `raise exception 'no luck';`)
  expect(await auth.owner.call(issueActingToken, { params, body: {} })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('no luck') },
  })
})

test('a function decides who may sign up, whichever way', async () => {
  await useFunction(
    'before_user_created',
    `if event -> 'user' ->> 'email' like '%@blocked.example' then
       return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Not from there'));
     end if;
     return '{}';`,
  )
  const email = 'a@blocked.example'
  const refused = { status: 403, message: 'Not from there' }
  expect((await auth.client().signUp({ email, password: PASSWORD })).error).toMatchObject(refused)
  expect((await auth.client().signInWithOtp({ email })).error).toMatchObject(refused)
  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  expect((await admin.createUser({ email, password: PASSWORD })).error).toMatchObject(refused)
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject(refused)
  const link = await admin.generateLink({ type: 'magiclink', email })
  expect(link.error).toMatchObject(refused)
  expect(await auth.sql('select count(*)::int as n from auth.users where email = $1', [email])).toEqual([
    { n: 0 },
  ])
  await aUser()
})

test('a function that hangs, fails or is missing stops the call with what is wrong', async () => {
  const signUp = async () => {
    const { status, body } = await auth.send('/signup', { body: { email: newEmail(), password: PASSWORD } })
    return { status, ...body }
  }
  await useFunction('before_user_created', `perform pg_sleep(60); return '{}';`)
  expect(await signUp()).toMatchObject({ error_code: 'hook_timeout', status: 422 })
  await useFunction('before_user_created', `raise exception 'no luck';`)
  expect(await signUp()).toMatchObject({ status: 500, msg: expect.stringContaining('no luck') })
  await auth.sql('drop function public.before_user_created')
  expect(await signUp()).toMatchObject({ status: 500, msg: expect.stringContaining('does not exist') })
  // Not a way to run other SQL.
  const uri = `pg-functions://postgres/public/${encodeURIComponent('x"() ; drop table auth.users; --')}`
  await auth.change({ hooks: { before_user_created: { enabled: true, uri } } })
  expect(await signUp()).toMatchObject({ status: 500 })
})

test('an endpoint judges passwords, by a signed request', async () => {
  const { email, id } = await aUser()
  await useEndpoint('password_verification_attempt', {
    body: JSON.stringify({ decision: 'reject', message: 'Too eager', should_logout_user: true }),
  })
  const wrong = await auth.client().signInWithPassword({ email, password: 'wrong' })
  expect(wrong.error).toMatchObject({ status: 403, message: 'Too eager' })
  const [got] = service.state.received
  expect(JSON.parse(got!.body)).toEqual({ user_id: id, valid: false })
  const signature = createHmac('sha256', Buffer.from(SECRET.slice('whsec_'.length), 'base64'))
    .update(`${got!.headers['webhook-id']}.${got!.headers['webhook-timestamp']}.${got!.body}`)
    .digest('base64')
  expect(got!.headers['webhook-signature']).toBe(`v1,${signature}`)
  expect(await auth.sql('select count(*)::int as n from auth.sessions where user_id = $1', [id])).toEqual([
    { n: 0 },
  ])
  // The next answer lets it pass.
  expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test.each([
  ['asks again', [{ status: 503 }, { status: 429 }, {}], null, 3],
  ['gives up', [{ status: 503 }, { status: 503 }, { status: 503 }], 'hook_timeout_after_retry', 3],
  ['refuses another type', [{ type: 'text/html', body: '<p>' }], 'hook_payload_invalid_content_type', 1],
  ['refuses a long answer', [{ body: `"${'x'.repeat(300_000)}"` }], 'hook_payload_over_size_limit', 1],
  ['refuses what is not JSON', [{ body: '{' }], 'unexpected_failure', 1],
  ['refuses a status', [{ status: 400, body: '{}' }], 'unexpected_failure', 1],
  ['refuses a list', [{ body: '[]' }], 'unexpected_failure', 1],
])('an endpoint: the server %s', async (_what, answers, code, requests) => {
  await useEndpoint('before_user_created', ...answers)
  const { body } = await auth.send('/signup', { body: { email: newEmail(), password: PASSWORD } })
  expect([body.error_code ?? null, service.state.received.length]).toEqual([code, requests])
})

test('a second factor can be rejected, which ends the sessions', async () => {
  const { client, id } = await aUser()
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
  await useFunction(
    'mfa_verification_attempt',
    `return jsonb_build_object('decision', case when (event ->> 'valid')::boolean then 'continue' else 'reject' end);`,
  )
  const code = () => new TOTP({ secret: (factor as { totp: { secret: string } }).totp.secret }).generate()
  expect((await client.mfa.challengeAndVerify({ factorId: factor!.id, code: code() })).error).toBeNull()
  expect((await client.mfa.challengeAndVerify({ factorId: factor!.id, code: '000000' })).error).toMatchObject(
    {
      code: 'mfa_verification_rejected',
      status: 403,
    },
  )
  expect(await auth.sql('select count(*)::int as n from auth.sessions where user_id = $1', [id])).toEqual([
    { n: 0 },
  ])
})

test('an endpoint sends the mail, and codes do not stay here', async () => {
  await auth.change({ mailer_autoconfirm: false })
  await useEndpoint('send_email')
  const email = newEmail()
  const client = auth.client()
  await client.signUp({ email, password: PASSWORD })
  await expect.poll(() => service.state.received.length, { timeout: 30_000 }).toBe(1)
  const { user, email_data } = JSON.parse(service.state.received[0]!.body)
  expect(user).toMatchObject({ email })
  expect(email_data).toMatchObject({ email_action_type: 'signup', site_url: 'http://localhost:3000' })
  expect((await client.verifyOtp({ email, token: email_data.token, type: 'signup' })).error).toBeNull()
  const mails = async () =>
    (await auth.owner.call(listAuthMails, { params: auth.params })).body.mails.filter(
      ({ recipient }) => recipient === email,
    )
  await expect
    .poll(mails, { timeout: 30_000 })
    .toMatchObject([{ html: null, sent_at: expect.any(String), failure: null }])
  expect(
    await auth.sql('select count(*)::int as n from basalt.auth_mails where payload is not null'),
  ).toEqual([{ n: 0 }])

  // A change of address is one call with the codes of both addresses.
  service.state.received.length = 0
  const changed = newEmail()
  await client.updateUser({ email: changed })
  await expect.poll(() => service.state.received.length, { timeout: 30_000 }).toBe(1)
  const both = JSON.parse(service.state.received[0]!.body).email_data
  const verify = (address: string, token: string) =>
    client.verifyOtp({ email: address, token, type: 'email_change' })
  expect((await verify(email, both.token)).error).toBeNull()
  expect((await verify(changed, both.token_new)).error).toBeNull()
  expect((await client.getUser()).data.user!.email).toBe(changed)
})

test('a test mail goes to the endpoint as mail to users does, and its refusal is told', async () => {
  await useEndpoint('send_email')
  const test = async () =>
    (await auth.owner.call(sendTestMail, { params: auth.params, body: { email: 'me@example.com' } })).body
  expect(await test()).toEqual({ went_to: 'hook', failure: null })
  const { user, email_data } = JSON.parse(service.state.received[0]!.body)
  expect(user).toMatchObject({ email: 'me@example.com' })
  expect(email_data).toMatchObject({ email_action_type: 'magiclink', site_url: 'http://localhost:3000' })
  // Its link signs nobody in, and nothing stays in the inbox.
  expect(
    (await auth.client().verifyOtp({ token_hash: email_data.token_hash, type: 'email' })).error?.code,
  ).toBe('otp_expired')
  expect((await auth.owner.call(listAuthMails, { params: auth.params })).body).toMatchObject({
    mail_goes_to: 'hook',
  })
  expect(await auth.sql(`select from basalt.auth_mails where recipient = 'me@example.com'`)).toEqual([])
  service.state.answers.push({
    body: JSON.stringify({ error: { http_code: 400, message: 'No mail today' } }),
  })
  expect(await test()).toEqual({ went_to: 'hook', failure: expect.stringContaining('No mail today') })
})

test('hooks without a secret, with another scheme or an unknown kind are refused', async () => {
  const change = async (hooks: object) =>
    (await auth.owner.call(updateAuthSettings, { params: auth.params, body: { hooks } as never })).status
  expect(
    await Promise.all([
      change({ send_email: { enabled: true, uri: 'https://hooks.example.com' } }),
      change({ send_email: { enabled: true, uri: 'ftp://hooks.example.com', secret: SECRET } }),
      change({ send_email: { enabled: true, uri: 'https://hooks.example.com', secret: 'short' } }),
      change({ other: { enabled: true, uri: 'https://hooks.example.com', secret: SECRET } }),
    ]),
  ).toEqual([400, 400, 400, 400])
})

test('a captcha is verified where people sign up and in, and not for servers', async () => {
  const captcha = {
    enabled: true,
    provider: 'turnstile' as const,
    url: service.url,
    secret: 'captcha-secret',
  }
  expect((await auth.change({ captcha })).status).toBe(200)
  service.state.received.length = 0
  service.state.answers.splice(
    0,
    Infinity,
    { body: '{"success":true}' },
    { body: '{"success":false,"error-codes":["bad"]}' },
  )
  const signUp = (captchaToken?: string) =>
    auth
      .client()
      .signUp({ email: newEmail(), password: PASSWORD, options: captchaToken ? { captchaToken } : {} })
  expect((await signUp()).error).toMatchObject({ code: 'captcha_failed', status: 400 })
  expect(service.state.received).toHaveLength(0)
  const passed = await signUp('right')
  expect(passed.error).toBeNull()
  expect(Object.fromEntries(new URLSearchParams(service.state.received[0]!.body))).toEqual({
    secret: 'captcha-secret',
    response: 'right',
    remoteip: '127.0.0.1',
  })
  expect((await signUp('wrong')).error).toMatchObject({
    code: 'captcha_failed',
    message: expect.stringContaining('bad'),
  })
  for (const path of ['/token?grant_type=password', '/otp', '/recover', '/magiclink', '/resend'])
    expect((await auth.send(path, { body: { email: 'a@example.com' } })).body).toMatchObject({
      error_code: 'captcha_failed',
    })
  // Renewals are not asked, nor servers.
  const { refresh_token } = passed.data.session!
  expect((await auth.send('/token?grant_type=refresh_token', { body: { refresh_token } })).status).toBe(200)
  const key = auth.keyOf('service_role')
  expect((await auth.send('/recover', { key, body: { email: 'a@example.com' } })).status).toBe(200)
  expect(JSON.stringify((await auth.settings()).captcha)).not.toContain('captcha-secret')
})

test('hCaptcha is asked as Turnstile is, with a token that its widget gave', async () => {
  const captcha = { enabled: true, provider: 'hcaptcha' as const, url: service.url, secret: 'h-secret' }
  expect((await auth.change({ captcha })).status).toBe(200)
  service.state.received.length = 0
  service.state.answers.splice(0, Infinity, { body: '{"success":true}' }, { body: '{"success":false}' })
  const signUp = () =>
    auth.client().signUp({ email: newEmail(), password: PASSWORD, options: { captchaToken: 'h-token' } })
  expect((await signUp()).error).toBeNull()
  const [{ body, headers }] = service.state.received as [(typeof service.state.received)[number]]
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
    secret: 'h-secret',
    response: 'h-token',
  })
  expect((await signUp()).error).toMatchObject({ code: 'captcha_failed' })
})

test('an endpoint and a captcha service that take a request and never answer stop the call', async () => {
  service.state.isSilent = true
  onTestFinished(() => {
    service.state.isSilent = false
  })
  await useEndpoint('before_user_created')
  const signUp = (more: object = {}) =>
    auth.send('/signup', { body: { email: newEmail(), password: PASSWORD, ...more } })
  expect(await signUp()).toMatchObject({ status: 422, body: { error_code: 'hook_timeout' } })
  expect(service.state.received).toHaveLength(1)
  await auth.change({
    hooks: { before_user_created: null },
    captcha: { enabled: true, provider: 'turnstile', url: service.url, secret: 'captcha-secret' },
  })
  expect(await signUp({ gotrue_meta_security: { captcha_token: 'x' } })).toMatchObject({
    status: 500,
    body: { error_code: 'captcha_failed', msg: expect.stringContaining('No response within 10 seconds') },
  })
})

test('leaked passwords are refused by the beginning of their hash, and the service may be down', async () => {
  await auth.change({ password_hibp_enabled: true, password_hibp_url: service.url })
  service.state.received.length = 0
  const hash = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase()
  const rest = hash.slice(5)
  service.state.answers.splice(
    0,
    Infinity,
    { type: 'text/plain', body: `${'0'.repeat(35)}:3\r\n${rest}:17\r\n` },
    // Padding.
    { type: 'text/plain', body: `${rest}:0\r\n` },
    { status: 500 },
  )
  const signUp = () => auth.client().signUp({ email: newEmail(), password: PASSWORD })
  expect((await signUp()).error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
  expect(service.state.received[0]!.url).toBe(`/range/${hash.slice(0, 5)}`)
  expect((await signUp()).error).toBeNull()
  expect((await signUp()).error).toBeNull()
})
