import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listAuthMails } from '@basalt/contract/auth/auth.endpoints.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** People sign up and in with phone numbers, with the unmodified client library. */

const PASSWORD = 'correct horse'

let auth: AuthFixture
let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({ external_phone_enabled: true })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  service.close()
})

/** A service that sends messages, which answers as a test says. */
async function openService() {
  const state = {
    status: 200,
    received: [] as { headers: IncomingHttpHeaders; body: string }[],
  }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    state.received.push({ headers: request.headers, body })
    // Some services repeat what they got.
    reply.writeHead(state.status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

let count = 0
const newPhone = () => `1555${String(++count).padStart(7, '0')}`

/** Signs up and confirms the number. */
async function aUser(phone = newPhone()) {
  const client = auth.client()
  expect((await client.signUp({ phone, password: PASSWORD })).error).toBeNull()
  const { data, error } = await client.verifyOtp({ phone, token: (await auth.codeTo(phone))!, type: 'sms' })
  expect(error).toBeNull()
  return { client, phone, id: data.user!.id }
}

test('a user signs up with a number, confirms it by a code and signs in with the password', async () => {
  const phone = newPhone()
  const client = auth.client()
  const signedUp = await client.signUp({
    phone: `+${phone}`,
    password: PASSWORD,
    options: { data: { plan: 'x' } },
  })
  expect(signedUp).toMatchObject({
    error: null,
    data: { session: null, user: { phone, email: '', user_metadata: { plan: 'x' } } },
  })
  expect((await client.signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({
    code: 'phone_not_confirmed',
    status: 400,
  })
  const token = (await auth.codeTo(phone))!
  const wrong = token === '111111' ? '222222' : '111111'
  expect((await client.verifyOtp({ phone, token: wrong, type: 'sms' })).error).toMatchObject({
    code: 'otp_expired',
    status: 403,
  })
  const { data } = await client.verifyOtp({ phone, token, type: 'sms' })
  expect(data.user).toMatchObject({
    phone,
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: 'phone', providers: ['phone'] },
    identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
  })
  expect((await client.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({ code: 'otp_expired' })
  const { data: signedIn } = await auth
    .client()
    .signInWithPassword({ phone: `+${phone.slice(0, 1)} ${phone.slice(1)}`, password: PASSWORD })
  expect(signedIn.user).toMatchObject({ id: data.user!.id })
  expect((await client.signInWithPassword({ phone, password: 'wrong one' })).error).toMatchObject({
    code: 'invalid_credentials',
  })
  // The audit log names who it was.
  expect(
    await auth.sql(
      `select distinct payload ->> 'actor_username' as name from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
      [data.user!.id],
    ),
  ).toEqual([{ name: phone }])
})

test('a taken number looks like a new one, and many sign-ups at once make one user', async () => {
  const { phone } = await aUser()
  const again = await auth.client().signUp({ phone, password: 'another one' })
  expect(again).toMatchObject({ error: null, data: { user: { phone, identities: [] }, session: null } })
  const shared = newPhone()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => auth.client().signUp({ phone: shared, password: PASSWORD })),
  )
  expect(replies.map(({ error }) => error)).toEqual(replies.map(() => null))
  expect(await auth.sql('select count(*)::int as n from auth.users where phone = $1', [shared])).toEqual([
    { n: 1 },
  ])
})

test('a sign-up sends the same to a number that is new, waits or is taken, and the code of a taken one signs in', async () => {
  const { phone: taken, id } = await aUser()
  const waiting = newPhone()
  await auth.client().signUp({ phone: waiting, password: PASSWORD })
  const url = service.url
  await auth.change({
    sms: { url, format: 'json', phone_field: 'to', message_field: 'text', fields: [] },
  })
  onTestFinished(async () => {
    service.state.status = 200
    await auth.change({ sms: null })
  })
  const sentFor = async (path: string, body: { phone: string; [field: string]: string }) => {
    const before = service.state.received.length
    const { status, body: answer } = await auth.send(path, { body })
    const sent = service.state.received.slice(before).map((one) => JSON.parse(one.body))
    expect(sent).toEqual([{ to: `+${body.phone}`, text: expect.stringMatching(/\d{6}/) }])
    return { status, code: answer.error_code, text: sent[0].text as string }
  }
  for (const phone of [newPhone(), waiting, taken])
    expect(await sentFor('/signup', { phone, password: 'another one' })).toMatchObject({ status: 200 })
  for (const phone of [waiting, taken])
    expect(await sentFor('/resend', { type: 'sms', phone })).toMatchObject({ status: 200 })
  service.state.status = 500
  for (const phone of [newPhone(), waiting, taken])
    expect(await sentFor('/signup', { phone, password: 'another one' })).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
    })
  service.state.status = 200
  const { text } = await sentFor('/signup', { phone: taken, password: 'another one' })
  const client = auth.client()
  const { data } = await client.verifyOtp({ phone: taken, token: /\d{6}/.exec(text)![0], type: 'sms' })
  expect(data.user!.id).toBe(id)
  const withNew = await auth.client().signInWithPassword({ phone: taken, password: 'another one' })
  expect(withNew.error).toMatchObject({ code: 'invalid_credentials' })
  expect((await client.signInWithPassword({ phone: taken, password: PASSWORD })).error).toBeNull()
})

test('a code by message signs in, creates a user unless that is refused, and cannot be found by trying', async () => {
  const phone = newPhone()
  const client = auth.client()
  expect((await client.signInWithOtp({ phone, options: { shouldCreateUser: false } })).error).toMatchObject({
    code: 'otp_disabled',
  })
  expect((await client.signInWithOtp({ phone })).error).toBeNull()
  const first = (await auth.codeTo(phone))!
  expect((await client.resend({ type: 'sms', phone })).error).toBeNull()
  const second = (await auth.codeTo(phone))!
  // The earlier one is void.
  if (first !== second)
    expect((await client.verifyOtp({ phone, token: first, type: 'sms' })).error).toMatchObject({
      code: 'otp_expired',
    })
  expect((await client.verifyOtp({ phone, token: second, type: 'sms' })).data.session).toBeTruthy()
  await client.signInWithOtp({ phone })
  const third = (await auth.codeTo(phone))!
  const wrong = third === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < 10; tries += 1) await client.verifyOtp({ phone, token: wrong, type: 'sms' })
  expect((await client.verifyOtp({ phone, token: third, type: 'sms' })).error).toMatchObject({
    code: 'otp_expired',
  })
  // An expired one.
  await client.signInWithOtp({ phone })
  const fourth = (await auth.codeTo(phone))!
  await auth.sql(
    `update auth.one_time_tokens set created_at = created_at - interval '1 hour' where relates_to = $1`,
    [phone],
  )
  expect((await client.verifyOtp({ phone, token: fourth, type: 'sms' })).error).toMatchObject({
    code: 'otp_expired',
  })
})

test('a user changes the number once the new one is confirmed, and adds one to an account with an address', async () => {
  const { client, phone } = await aUser()
  const other = await aUser()
  expect((await client.updateUser({ phone: other.phone })).error).toMatchObject({ code: 'phone_exists' })
  const next = newPhone()
  expect((await client.updateUser({ phone: next })).data.user).toMatchObject({ phone, new_phone: next })
  expect((await client.resend({ type: 'phone_change', phone: next })).error).toBeNull()
  const token = (await auth.codeTo(next))!
  expect((await client.verifyOtp({ phone: next, token, type: 'phone_change' })).data.user).toMatchObject({
    phone: next,
  })
  expect((await auth.client().signInWithPassword({ phone: next, password: PASSWORD })).error).toBeNull()
  expect((await auth.client().signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({
    code: 'invalid_credentials',
  })

  const email = 'both@example.com'
  const withEmail = auth.client()
  await withEmail.signUp({ email, password: PASSWORD })
  await withEmail.verifyOtp({ email, token: (await auth.mailTo(email))!.code, type: 'signup' })
  const added = newPhone()
  await auth.change({ mailer_notifications_phone_changed_enabled: true })
  onTestFinished(async () => void (await auth.change({ mailer_notifications_phone_changed_enabled: false })))
  await withEmail.updateUser({ phone: added })
  const { data } = await withEmail.verifyOtp({
    phone: added,
    token: (await auth.codeTo(added))!,
    type: 'phone_change',
  })
  expect(data.user).toMatchObject({
    email,
    phone: added,
    app_metadata: { provider: 'email', providers: ['email', 'phone'] },
  })
  expect(await auth.mailTo(email)).toMatchObject({
    kind: 'phone_changed_notification',
    html: expect.stringContaining(added),
  })
})

test('a code by message does not confirm an address', async () => {
  const phone = newPhone()
  const email = 'not-mine@example.com'
  const service_role = auth.client('implicit', auth.keyOf('service_role'))
  const { data } = await service_role.admin.createUser({ email, phone, password: PASSWORD })
  expect(data.user!.identities!.map(({ provider }) => provider).sort()).toEqual(['email', 'phone'])
  const client = auth.client()
  await client.signInWithOtp({ phone })
  const token = (await auth.codeTo(phone))!
  expect((await client.verifyOtp({ email, token, type: 'email' })).error).toMatchObject({
    code: 'otp_expired',
  })
  expect(await auth.sql('select email_confirmed_at from auth.users where phone = $1', [phone])).toEqual([
    { email_confirmed_at: null },
  ])
  expect(
    (await service_role.admin.updateUserById(data.user!.id, { phone_confirm: true })).data.user,
  ).toMatchObject({ phone_confirmed_at: expect.any(String) })
})

test('a test number has a fixed code and gets no message', async () => {
  const phone = newPhone()
  await auth.change({ sms_test_otp: [`${phone}=424242`] })
  const client = auth.client()
  expect((await client.signInWithOtp({ phone })).error).toBeNull()
  expect(await auth.codeTo(phone)).toBeUndefined()
  expect((await client.verifyOtp({ phone, token: '424242', type: 'sms' })).data.user).toMatchObject({ phone })
  await auth.change({ sms_test_otp: [] })
})

test('a service gets the messages as its settings say, and one that fails is told and kept from the page', async () => {
  const sms = {
    url: service.url,
    format: 'form' as const,
    phone_field: 'To',
    message_field: 'Body',
    fields: ['From=+15550001111'],
    secret: 'Basic c2VjcmV0',
  }
  const { body: changed } = await auth.change({ sms, sms_template: 'Code {{ .Code }} for {{ .SiteURL }}' })
  expect(changed.sms).toEqual({ ...sms, secret: undefined, has_secret: true })
  const phone = newPhone()
  const client = auth.client()
  expect((await client.signInWithOtp({ phone })).error).toBeNull()
  const sent = service.state.received.at(-1)!
  expect(sent.headers).toMatchObject({
    authorization: 'Basic c2VjcmV0',
    'content-type': 'application/x-www-form-urlencoded',
  })
  const fields = Object.fromEntries(new URLSearchParams(sent.body))
  expect(fields).toEqual({
    From: '+15550001111',
    To: `+${phone}`,
    Body: expect.stringMatching(/^Code \d{6} for http:\/\/localhost:3000$/),
  })
  const [, token] = /Code (\d+)/.exec(fields.Body!)!
  // What left this machine is not in the inbox.
  expect(await auth.codeTo(phone)).toBeUndefined()
  expect((await client.verifyOtp({ phone, token: token!, type: 'sms' })).error).toBeNull()

  service.state.status = 500
  expect((await client.signInWithOtp({ phone })).error).toMatchObject({
    code: 'sms_send_failed',
    status: 422,
  })
  const { body } = await auth.owner.call(listAuthMails, { params: auth.params })
  const failed = body.mails.find(({ recipient }) => recipient === `+${phone}`)!
  expect(failed).toMatchObject({
    kind: 'sms',
    sent_at: null,
    failure: expect.stringContaining('answered 500'),
  })
  expect(failed.failure).not.toMatch(/Code \d/)
  service.state.status = 200

  // The secret stays with its service.
  const json = await auth.change({ sms: { ...sms, format: 'json', secret: undefined } })
  expect(json.body.sms).toMatchObject({ has_secret: true })
  await client.signInWithOtp({ phone })
  expect(JSON.parse(service.state.received.at(-1)!.body)).toMatchObject({ To: `+${phone}` })
  const moved = await auth.change({ sms: { ...sms, url: `${service.url}/other`, secret: undefined } })
  expect(moved.body.sms).toMatchObject({ has_secret: false })
  await auth.change({ sms: null, sms_template: 'Your code is {{ .Code }}' })
})

test('a hook sends the messages instead, and its refusal reaches the app as a failure', async () => {
  await auth.sql(`
    create table outbox (event jsonb);
    create function public.send_sms(event jsonb) returns jsonb language plpgsql security definer as $$
    begin
      if event -> 'user' ->> 'phone' like '%9999999' then
        return '{"error": {"http_code": 500, "message": "No credit"}}';
      end if;
      insert into public.outbox values (event);
      return '{}';
    end $$;
    grant execute on function public.send_sms to supabase_auth_admin`)
  await auth.change({
    hooks: { send_sms: { enabled: true, uri: 'pg-functions://postgres/public/send_sms' } },
  })
  const phone = newPhone()
  const client = auth.client()
  expect((await client.signInWithOtp({ phone })).error).toBeNull()
  const [row] = await auth.sql('select event from outbox')
  const { event } = row as { event: { user: { phone: string }; sms: { otp: string } } }
  expect(event).toMatchObject({ user: { phone }, sms: { phone, sms_type: 'confirmation' } })
  expect((await client.verifyOtp({ phone, token: event.sms.otp, type: 'sms' })).error).toBeNull()
  expect((await client.signInWithOtp({ phone: '15559999999' })).error).toMatchObject({
    code: 'sms_send_failed',
  })
  await auth.change({ hooks: { send_sms: null } })
})

test('messages are limited per number and project, and refused when phones are not offered', async () => {
  await auth.change({ sms_max_frequency: 60 })
  const phone = newPhone()
  const otp = (to: string) => auth.send('/otp', { body: { phone: to } })
  expect((await otp(phone)).status).toBe(200)
  const soon = await otp(phone)
  expect(soon).toMatchObject({ status: 429, body: { error_code: 'over_sms_send_rate_limit' } })
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0)
  await auth.change({ sms_max_frequency: 0, rate_limit_sms_sent: 1 })
  expect(await otp(newPhone())).toMatchObject({
    status: 429,
    body: { error_code: 'over_sms_send_rate_limit' },
  })
  await auth.change({ rate_limit_sms_sent: 100_000, external_phone_enabled: false })
  for (const [path, body] of [
    ['/signup', { phone, password: PASSWORD }],
    ['/token?grant_type=password', { phone, password: PASSWORD }],
    ['/otp', { phone }],
    ['/verify', { type: 'sms', phone, token: '123456' }],
    ['/resend', { type: 'sms', phone }],
  ] as const)
    expect(await auth.send(path, { body })).toMatchObject({
      status: 400,
      body: { error_code: 'phone_provider_disabled' },
    })
  await auth.change({ external_phone_enabled: true })
  for (const strange of ['abc', '+', '0', '1'.repeat(30), '15551234567\0'])
    expect(await otp(strange)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  expect(await auth.send('/otp', { body: { phone, email: 'a@example.com' } })).toMatchObject({ status: 400 })
})
