import { listLogEvents } from '@basalt/contract/logs/logs.endpoints.ts'
import { restartProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { reaches } from '../../test/people.ts'

/** What callers without the client library can send, and what the database holds. */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({ mailer_autoconfirm: true })
})
afterAll(() => auth[Symbol.asyncDispose]())

let count = 0
const newEmail = () => `api${++count}@example.com`
const PASSWORD = 'correct horse'
const signUp = async (body: object = {}) => {
  const email = newEmail()
  const reply = await auth.send('/signup', { body: { email, password: PASSWORD, ...body } })
  expect(reply.status).toBe(200)
  return { ...(reply.body as { access_token: string; refresh_token: string; user: { id: string } }), email }
}

test('errors have the form of the version that a client asks for', async () => {
  const body = { email: 'nobody@example.com', password: 'x' }
  const old = await auth.send('/token?grant_type=password', { body })
  expect([old.status, old.body]).toEqual([
    400,
    {
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
      // As OAuth has them, and clients from before there were codes.
      error: 'invalid_grant',
      error_description: 'Invalid login credentials',
    },
  ])
  expect((await auth.send('/token?grant_type=password', { body: {} })).body.error).toBe('invalid_request')
  expect((await auth.send('/otp', { body: {} })).body).not.toHaveProperty('error')
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  const current = await auth.send('/token?grant_type=password', { body, headers })
  expect(current.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
  expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(current.headers.get('access-control-allow-origin')).toBe('*')
})

test('the log has the code that a client was refused with, also by a redirect', async () => {
  await auth.send('/token?grant_type=refresh_token', { body: { refresh_token: 'x' } })
  await auth.press(`${auth.url}/verify?type=signup&token=never-issued`)
  for (const code of ['refresh_token_not_found', 'otp_expired'])
    await waitFor(async () => {
      const params = { ref: auth.ref, source: 'auth_logs' as const }
      const { body } = await auth.owner.call(listLogEvents, { params, query: { q: `error_code:${code}` } })
      return body.events.some(({ fields }) => fields.error_code === code)
    })
})

test('the log has the user of a call, who signs in, is refused or follows a link, and what it did', async () => {
  const { user, access_token, email } = await signUp()
  await auth.send('/user', { token: access_token })
  await auth.send('/user', { method: 'PUT', token: access_token, body: { password: 'x' } })
  await auth.send('/token?grant_type=password', { body: { email, password: PASSWORD } })
  await auth.send('/token?grant_type=password', { body: { email, password: 'wrong' } })
  await auth.send('/recover', { body: { email } })
  await auth.press((await auth.mailTo(email))!.link)
  const params = { ref: auth.ref, source: 'auth_logs' as const }
  const found = async (more = '') => {
    const { body } = await auth.owner.call(listLogEvents, {
      params,
      query: { q: `user_id:${user.id}${more}` },
    })
    return body.events
      .map(({ fields }) =>
        `${fields.method} ${fields.path} ${fields.status} ${fields.audit_action ?? ''}`
          .replace(/\?\S*/, '')
          .trim(),
      )
      .toSorted()
  }
  await expect
    .poll(() => found(), { timeout: 30_000 })
    .toEqual([
      'GET /auth/v1/user 200',
      'POST /auth/v1/recover 200 user_recovery_requested',
      'POST /auth/v1/signup 200 user_signedup',
      'POST /auth/v1/token 200 login',
      'POST /auth/v1/token 400 login_failed',
      'POST /auth/v1/verify/confirm 302 login',
      'PUT /auth/v1/user 422',
    ])
  expect(await found(' audit_action:login_failed')).toEqual(['POST /auth/v1/token 400 login_failed'])
})

test.each<[string, unknown, number, string]>([
  ['/signup', '', 400, 'bad_json'],
  ['/signup', 'null', 400, 'bad_json'],
  ['/signup', '[]', 400, 'bad_json'],
  ['/signup', '{"email":', 400, 'bad_json'],
  ['/signup', { email: 1, password: PASSWORD }, 400, 'validation_failed'],
  ['/signup', { email: 'a@example.com', password: {} }, 400, 'validation_failed'],
  ['/signup', { email: 'a@example.com', password: PASSWORD, data: [] }, 400, 'validation_failed'],
  ['/signup', { email: 'a@example.com', password: PASSWORD, data: { a: 'x\0' } }, 400, 'validation_failed'],
  [
    '/signup',
    { email: 'a@example.com', password: PASSWORD, data: { a: '\ud800' } },
    400,
    'validation_failed',
  ],
  [
    '/signup',
    { email: 'a@example.com', password: PASSWORD, data: { a: 'x'.repeat(6000) } },
    400,
    'validation_failed',
  ],
  [
    '/signup',
    { email: 'a@example.com', password: PASSWORD, data: { a: 'x'.repeat(2 ** 20) } },
    413,
    'validation_failed',
  ],
  ['/signup', { email: `${'a'.repeat(320)}@example.com`, password: PASSWORD }, 400, 'validation_failed'],
  ['/signup', { email: 'a b@example.com', password: PASSWORD }, 400, 'validation_failed'],
  ['/signup', { email: 'a@b@example.com', password: PASSWORD }, 400, 'validation_failed'],
  ['/signup', { email: 'a@example.com', password: 'short' }, 422, 'weak_password'],
  ['/signup', { email: 'a@example.com', password: 'x'.repeat(5000) }, 400, 'validation_failed'],
  ['/signup', { email: 'a@example.com' }, 400, 'validation_failed'],
  ['/signup', { phone: '123', password: PASSWORD }, 400, 'phone_provider_disabled'],
  ['/signup', {}, 422, 'anonymous_provider_disabled'],
  ['/token', {}, 400, 'validation_failed'],
  ['/token?grant_type=password', {}, 400, 'validation_failed'],
  ['/token?grant_type=password', { email: 'x\0', password: 'y' }, 400, 'validation_failed'],
  ['/token?grant_type=refresh_token', { refresh_token: 7 }, 400, 'validation_failed'],
  ['/token?grant_type=refresh_token', { refresh_token: 'nonsense' }, 400, 'refresh_token_not_found'],
  ['/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
  ['/token?grant_type=id_token', { provider: 'google' }, 400, 'validation_failed'],
  [
    '/otp',
    { email: 'a@example.com', code_challenge: 'x', code_challenge_method: 's256' },
    400,
    'validation_failed',
  ],
  ['/otp', { email: 'a@example.com', create_user: 'no' }, 400, 'validation_failed'],
  ['/recover', {}, 400, 'validation_failed'],
  ['/resend', { type: 'sms', email: 'a@example.com' }, 400, 'validation_failed'],
  ['/verify', { type: 'signup', token: '123456' }, 400, 'validation_failed'],
  ['/verify', { type: 'other', token_hash: 'x' }, 400, 'validation_failed'],
  ['/verify', { type: 'email', token_hash: 'x' }, 403, 'otp_expired'],
  ['/verify', { type: 'email', token: '1', email: 'nobody@example.com' }, 403, 'otp_expired'],
  ['/logout', {}, 403, 'bad_jwt'],
  ['/sso', { domain: 'x' }, 404, 'saml_provider_disabled'],
  ['/admin/users', { email: 'a@example.com' }, 403, 'not_admin'],
  ['/invite', { email: 'a@example.com' }, 403, 'not_admin'],
])('%s with %j is refused', async (path, body, status, code) => {
  const reply = await auth.send(path, { body })
  expect([reply.status, (reply.body as { error_code: string }).error_code]).toEqual([status, code])
})

test('unusual addresses sign up in their normal form', async () => {
  for (const [sent, stored] of [
    ['Ann+Tag@Example.COM', 'ann+tag@example.com'],
    ['jose\u0301@exa\u0301mple.com', 'jos\u00e9@ex\u00e1mple.com'],
    ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
  ] as const) {
    const { body } = await auth.send('/signup', { body: { email: sent, password: PASSWORD } })
    expect(body).toMatchObject({ user: { email: stored } })
    expect(
      (await auth.send('/token?grant_type=password', { body: { email: sent, password: PASSWORD } })).status,
    ).toBe(200)
  }
})

test('tokens are accepted only from this project, unexpired, and for a user that exists', async () => {
  const { access_token, user } = await signUp()
  expect((await auth.send('/user', { token: access_token })).body).toMatchObject({ id: user.id })
  const codeFor = async (token: string) =>
    ((await auth.send('/user', { token })).body as { error_code: string }).error_code
  const [head, payload, signature] = access_token.split('.')
  expect(await codeFor(`${head}.${payload}.${[...signature!].reverse().join('')}`)).toBe('bad_jwt')
  expect(await codeFor(auth.tokenFor({ role: 'authenticated', sub: user.id, exp: 1 }))).toBe('bad_jwt')
  expect(await codeFor(auth.tokenFor({ role: 'authenticated', sub: user.id }, 'another secret'))).toBe(
    'bad_jwt',
  )
  expect(await codeFor(auth.tokenFor({ role: 'authenticated', sub: crypto.randomUUID() }))).toBe(
    'user_not_found',
  )
  expect(await codeFor(auth.tokenFor({ role: 'authenticated', sub: 'x' }))).toBe('bad_jwt')
  // The session of another user.
  const other = await signUp()
  const claims = JSON.parse(Buffer.from(other.access_token.split('.')[1]!, 'base64url').toString())
  expect(
    await codeFor(auth.tokenFor({ role: 'authenticated', sub: user.id, session_id: claims.session_id })),
  ).toBe('session_not_found')
  expect((await auth.send('/user', { key: null })).status).toBe(401)
  // Nobody becomes the owner of the tables by a token.
  const owner = auth.tokenFor({ role: 'supabase_auth_admin' })
  expect((await auth.send('/user', { token: owner })).status).toBe(403)
})

test('calls are limited per address and per mailbox, whether or not there is a user', async () => {
  const known = await signUp()
  await auth.change({ rate_limit_sign_in: 3, smtp_max_frequency: 60 })
  const attempt = () =>
    auth.send('/token?grant_type=password', { body: { email: 'a@example.com', password: 'x' } })
  let last = await attempt()
  for (let tries = 0; tries < 3; tries += 1) last = await attempt()
  expect(last).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const email of [known.email, 'never-seen@example.com']) {
    expect((await auth.send('/recover', { body: { email } })).status).toBe(200)
    expect(await auth.send('/recover', { body: { email } })).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    })
  }
  let { refresh_token } = known
  const renew = () => auth.send('/token?grant_type=refresh_token', { body: { refresh_token } })
  refresh_token = (await renew()).body.refresh_token
  await auth.change({ rate_limit_sign_in: 100_000, smtp_max_frequency: 0, rate_limit_token_refresh: 1 })
  const refused = await renew()
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await auth.change({ rate_limit_token_refresh: 100_000 })
  expect((await renew()).status).toBe(200)
})

test('getting the user, and renewing a session, take one round trip with one statement, and signing in two', async () => {
  await auth.sql('create extension if not exists pg_stat_statements with schema extensions')
  const { access_token, ...known } = await signUp()
  let { refresh_token } = known
  const calls = {
    user: () => auth.send('/user', { token: access_token }),
    async renewal() {
      const renewed = await auth.send('/token?grant_type=refresh_token', { body: { refresh_token } })
      refresh_token = renewed.body.refresh_token
      return renewed
    },
    signIn: () =>
      auth.send('/token?grant_type=password', { body: { email: known.email, password: PASSWORD } }),
  }
  /** Each round trip begins by setting its role. */
  const statements = async () => {
    const [row] = await auth.sql(
      `select coalesce(sum(calls) filter (where query like '%set_config(%'), 0)::int as trips,
         coalesce(sum(calls) filter (where query not like '%set_config(%'), 0)::int as others
       from extensions.pg_stat_statements where userid = 'supabase_auth_admin'::regrole`,
    )
    return row as { trips: number; others: number }
  }
  const times = 5
  for (const [name, expected] of [
    ['user', 1],
    ['renewal', 1],
    ['signIn', 2],
  ] as const) {
    const before = await statements()
    for (let time = 0; time < times; time++) expect((await calls[name]()).status).toBe(200)
    const after = await statements()
    const made = times * expected
    expect([after.trips - before.trips, after.others - before.others], name).toEqual([made, made])
  }
})

test('settings, health and keys are public to apps, and other providers are refused', async () => {
  expect((await auth.send('/settings')).body).toEqual({
    external: expect.objectContaining({ anonymous_users: false, email: true, phone: false, google: false }),
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
    web3_ethereum_enabled: false,
    web3_solana_enabled: false,
  })
  expect((await auth.send('/health', { key: null })).body).toMatchObject({ name: 'Basalt' })
  expect((await auth.send('/.well-known/jwks.json', { key: null })).body).toMatchObject({
    keys: expect.any(Array),
  })
  expect((await auth.send('/authorize?provider=google', { key: null })).status).toBe(400)
  const absent = await auth.send('/factors/recovery-codes/x', {
    headers: { origin: 'https://app.example.com' },
  })
  expect([absent.status, absent.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
  await auth.change({ disable_signup: true })
  expect(
    (await auth.send('/signup', { body: { email: newEmail(), password: PASSWORD } })).body,
  ).toMatchObject({
    error_code: 'signup_disabled',
  })
  await auth.change({ disable_signup: false, external_email_enabled: false })
  expect(
    (await auth.send('/token?grant_type=password', { body: { email: 'a@example.com', password: 'x' } })).body,
  ).toMatchObject({
    error_code: 'email_provider_disabled',
  })
  await auth.change({ external_email_enabled: true })
})

test('a browser, a robot and a program get a page with a button, which uses up nothing until it is pressed', async () => {
  await auth.change({ mailer_autoconfirm: false })
  const email = newEmail()
  await auth.send('/signup', { body: { email, password: PASSWORD } })
  const { link } = (await auth.mailTo(email))!
  const as = (accept: string, agent = 'Mozilla/5.0') =>
    fetch(link, { redirect: 'manual', headers: { accept, 'user-agent': agent } })
  const scans = await Promise.all([
    as('text/html,application/xhtml+xml'),
    as('*/*', 'Slackbot-LinkExpanding 1.0'),
    as('*/*', 'python-requests/2.32'),
    fetch(link, { method: 'HEAD', redirect: 'manual' }),
  ])
  expect(scans.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const confirmed = () =>
    auth.sql('select email_confirmed_at is not null as yes from auth.users where email = $1', [email])
  expect(await confirmed()).toEqual([{ yes: false }])
  const page = await scans[0]!.text()
  expect(scans[0]!.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).toContain('You then continue to localhost:3000.')
  const [, action] = /action="([^"]+)"/.exec(page)!
  const press = () =>
    fetch(new URL(action!.replaceAll('&amp;', '&'), link), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(),
    })
  const pressed = await press()
  expect([pressed.status, pressed.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('http://localhost:3000/#access_token='),
  ])
  expect(await confirmed()).toEqual([{ yes: true }])
  expect((await press()).headers.get('location')).toContain('error_code=otp_expired')
  const strange = await fetch(`${auth.url}/verify?token=%22%3E%3Cscript%3E&type=%3Cb%3E`, {
    headers: { accept: 'text/html' },
  })
  expect(await strange.text()).not.toMatch(/<script>|<b>/)
  await auth.change({ mailer_autoconfirm: true })
})

test('a program opens a link with a key of the project, or without one when the settings say so', async () => {
  await auth.change({ mailer_autoconfirm: false })
  const linkTo = async () => {
    const email = newEmail()
    await auth.send('/signup', { body: { email, password: PASSWORD } })
    return (await auth.mailTo(email))!.link
  }
  const open = async (link: string, headers: Record<string, string> = {}) =>
    fetch(link, { redirect: 'manual', headers })
  const link = await linkTo()
  expect((await open(link, { apikey: 'nonsense' })).status).toBe(403)
  const opened = await open(link, { apikey: auth.keyOf('anon') })
  expect(opened.headers.get('location')).toContain('#access_token=')
  await auth.change({ security_links_without_click: true })
  const other = await linkTo()
  expect((await open(other, { accept: 'text/html' })).status).toBe(200)
  expect((await open(other)).headers.get('location')).toContain('#access_token=')
  await auth.change({ security_links_without_click: false, mailer_autoconfirm: true })
})

test('a statement of a trigger that takes too long is answered in time', async () => {
  await auth.change({ api_max_request_duration: 3 })
  await auth.sql(`
    create function public.slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
    create trigger slow before insert on auth.users for each row when (new.email like 'slow%') execute function public.slow()`)
  expect(
    await auth.send('/signup', { body: { email: 'slow@example.com', password: PASSWORD } }),
  ).toMatchObject({
    status: 504,
    body: { error_code: 'request_timeout' },
  })
  await auth.sql('drop function public.slow cascade')
  await auth.change({ api_max_request_duration: 10 })
})

test('calls use at most as many connections at once as the setting says, and the others wait', async () => {
  await auth.change({ db_max_pool_size: 2 })
  await auth.sql(`create table public.gate (id int primary key); insert into public.gate values (1);
    create function public.wait() returns trigger language plpgsql security definer as $$ begin perform from public.gate for update; return new; end $$;
    create trigger wait before insert on auth.users for each row when (new.email like 'waiting%') execute function public.wait()`)
  // Without a password to hash, all of them would be at the database at once. Two are.
  const replies = await auth.whileHeld('select from public.gate for update', [], 2, () =>
    Promise.all(
      Array.from({ length: 5 }, (_, n) => auth.send('/otp', { body: { email: `waiting${n}@example.com` } })),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await auth.sql('drop function public.wait cascade')
  await auth.change({ db_max_pool_size: 0 })
})

describe('where a link leads', () => {
  test.each([
    ['https://evil.example/steal', 'http://localhost:3000/'],
    ['//evil.example', 'http://localhost:3000/'],
    ['https://localhost:3000@evil.example/', 'http://localhost:3000/'],
    ['http://localhost:5173/welcome?x=1', 'http://localhost:5173/welcome?x=1'],
  ])('%s becomes %s', async (requested, expected) => {
    const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: requested })
    const reply = await auth.send(`/verify/confirm?${query}`, { key: null, method: 'POST' })
    expect(reply.status).toBe(302)
    const to = new URL(reply.headers.get('location')!)
    expect(new URLSearchParams(to.hash.slice(1)).get('error_code')).toBe('otp_expired')
    to.hash = ''
    expect(to.href.replace(/#$/, '')).toBe(expected)
  })
})

describe('the tables', () => {
  test("users of another installation are loaded by the project's owner and sign in, with a new hash", async () => {
    const { hashSync } = await import('bcryptjs')
    const id = crypto.randomUUID()
    await auth.sql(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
         confirmation_token, recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', 'moved@example.com', $2, now(),
         now(), now(), '', '', '', '', '{"provider":"email","providers":["email"]}', '{}')`,
      [id, hashSync(PASSWORD, 4)],
    )
    const signIn = (password: string) =>
      auth.send('/token?grant_type=password', { body: { email: 'moved@example.com', password } })
    expect((await signIn('wrong')).status).toBe(400)
    expect((await signIn(PASSWORD)).body).toMatchObject({ user: { id } })
    const [row] = await auth.sql('select encrypted_password as hash from auth.users where id = $1', [id])
    expect((row as { hash: string }).hash).toMatch(/^\$argon2id\$/)
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  test("the owner's trigger and foreign key work, and a failing trigger undoes the sign-up", async () => {
    await auth.sql(`
      create table profiles (id uuid primary key references auth.users on delete cascade, email text);
      create function on_user() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        if new.email like 'refuse%' then raise exception 'not you'; end if;
        insert into public.profiles values (new.id, new.email);
        return new;
      end $$;
      create trigger on_user after insert on auth.users for each row execute function on_user()`)
    const { user, email } = await signUp()
    expect(await auth.sql('select email from profiles where id = $1', [user.id])).toEqual([{ email }])
    const refused = await auth.send('/signup', { body: { email: 'refuse@example.com', password: PASSWORD } })
    expect(refused).toMatchObject({ status: 500, body: { error_code: 'unexpected_failure' } })
    expect(await auth.sql(`select from auth.users where email like 'refuse%'`)).toEqual([])
    const service = { key: auth.keyOf('service_role'), method: 'DELETE' }
    expect((await auth.send(`/admin/users/${user.id}`, { ...service, body: {} })).status).toBe(200)
    expect(await auth.sql('select from profiles where id = $1', [user.id])).toEqual([])
  })

  test('roles of the API read no users, and stored tokens open no session', async () => {
    const { user, refresh_token } = await signUp()
    const client = await auth.connect()
    try {
      for (const role of ['anon', 'authenticated', 'service_role']) {
        await client.query('begin')
        await client.query(`set local role ${role}`)
        await expect(client.query('select from auth.users')).rejects.toThrow('permission denied')
        await client.query('rollback')
      }
    } finally {
      await client.end()
    }
    const [tables] = await auth.sql(
      `select (select jsonb_agg(to_jsonb(s)) from auth.sessions s where user_id = $1)::text as text`,
      [user.id],
    )
    expect((tables as { text: string }).text).not.toContain(refresh_token)
    await auth.send('/recover', {
      body: { email: (await auth.sql('select email from auth.users where id = $1', [user.id]))[0]!.email },
    })
    const [code] = await auth.sql('select token_hash from auth.one_time_tokens where user_id = $1', [user.id])
    const { token_hash } = code as { token_hash: string }
    expect((await auth.send('/verify', { body: { type: 'recovery', token_hash } })).status).toBe(403)
  })

  test('a project from before gets them when its database next starts', async () => {
    const admin = new pg.Client({
      ...auth.target,
      user: 'basalt_admin',
      password: await auth.secretsOf.read(auth.ref, 'superuser_password'),
    })
    await admin.connect()
    await admin.query(`
      set event_triggers = off;
      drop trigger if exists on_user on auth.users;
      drop owned by supabase_auth_admin cascade;
      drop role supabase_auth_admin;
      drop function auth.email();
      drop table basalt.auth_attempts, basalt.auth_mails, basalt.auth_provider_flows, basalt.auth_saml_assertions,
        basalt.auth_wallet_messages;
      drop table basalt.foreign_files, basalt.foreign_file_parts cascade;
      drop routine basalt.foreign_file_path, basalt.place_foreign_file;
      delete from basalt.migrations
      where version >= (select version from basalt.migrations where name = 'auth_users')`)
    await admin.end()
    expect((await auth.owner.call(restartProject, { params: auth.params })).status).toBe(200)
    await reaches(auth.owner, auth.ref, 'ACTIVE_HEALTHY')
    await signUp()
    const read = (column: string) =>
      `has_column_privilege('basalt_read_only', 'auth.users', '${column}', 'select')`
    expect(
      await auth.sql(
        `select ${read('email')} as email, ${read('encrypted_password')} as hash, auth.email() is null as fn`,
      ),
    ).toEqual([{ email: true, hash: false, fn: true }])
  })
})
