import {
  clearAuthMails,
  createAuthUser,
  deleteAuthFactors,
  deleteAuthIdentity,
  deleteAuthUser,
  deleteAuthUsers,
  endAuthSession,
  getActingClaims,
  getAuthOverview,
  getAuthUser,
  inviteAuthUser,
  issueActingToken,
  listAuthAudit,
  listAuthMails,
  listAuthUsers,
  sendMagicLink,
  sendOneTimeCode,
  sendRecovery,
  sendTestMail,
  updateAuthSettings,
  updateAuthUser,
} from '@basalt/contract/auth/auth.endpoints.ts'
import { userSorts } from '@basalt/contract/auth/user-list.rules.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { aMember } from '../../test/people.ts'

/** Members of the organization manage the users of a project's apps. */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
  await auth.sql(`
    insert into auth.users (id, aud, role, email, phone, created_at, updated_at, email_confirmed_at, last_sign_in_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
      case when n % 5 > 0 then 'listed' || n || '@example.com' end, case when n % 4 = 0 then (3000000 + n * 7919 % 1000)::text end, case when n % 7 > 0 then now() - (n / 3) * interval '1 day' end, now(),
      case when n % 2 = 0 then now() end, case when n % 3 = 0 then now() - n * interval '1 hour' end
    from generate_series(1, 60) n`)
})
afterAll(() => auth[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'
const create = async (email: string) =>
  (await auth.owner.call(createAuthUser, { params: auth.params, body: { email, password: PASSWORD } })).body

test.each(userSorts)('pages by %s have every user once', async (sort) => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await auth.owner.call(listAuthUsers, {
      params: auth.params,
      query: { sort, limit: 7, ...(cursor !== undefined && { cursor }) },
    })
    ids.push(...body.users.map(({ id }) => id))
    cursor = body.next_cursor ?? undefined
  } while (cursor !== undefined)
  const rows = await auth.sql('select id from auth.users')
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id as string).toSorted())
})

test('users are searched by the beginning of the address or by id, and filtered', async () => {
  const found = async (query: Record<string, string>) =>
    (await auth.owner.call(listAuthUsers, { params: auth.params, query })).body.users.map(
      ({ email }) => email,
    )
  expect(await found({ search: 'LISTED12' })).toEqual(['listed12@example.com'])
  expect(await found({ search: '00000000-0000-4000-8000-000000000003' })).toEqual(['listed3@example.com'])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ search: 'listed1', filter: 'unconfirmed', sort: 'email' })).toEqual(
    [1, 11, 13, 17, 19].map((n) => `listed${n}@example.com`).toSorted(),
  )
  const bad = await auth.owner.call(listAuthUsers, { params: auth.params, query: { cursor: 'x' } })
  expect(bad.status).toBe(400)
})

test.each(userSorts)('a search finds few and many users in the order %s', async (sort) => {
  await auth.sql(`
    insert into auth.users (id, aud, role, email, created_at, last_sign_in_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || n || '@example.com',
      now() - n * 7919 % 2500 * interval '1 minute', case when n % 3 = 0 then now() - n * interval '1 hour' end
    from generate_series(1, 2100) n`)
  onTestFinished(async () => void (await auth.sql(`delete from auth.users where email like 'many%'`)))
  const found = async (search: string) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await auth.owner.call(listAuthUsers, {
        params: auth.params,
        query: { search, sort, limit: 200, ...(cursor !== undefined && { cursor }) },
      })
      ids.push(...body.users.map(({ email }) => email!))
      cursor = body.next_cursor ?? undefined
    } while (cursor !== undefined)
    return ids
  }
  const many = await found('MANY')
  expect(new Set(many).size).toBe(2100)
  const few = await found('many20')
  expect(few).toHaveLength(111)
  // Both are in the order of the list.
  expect(few).toEqual(many.filter((email) => email.startsWith('many20')))
  const listed = await auth.owner.call(listAuthUsers, { params: auth.params, query: { sort, limit: 200 } })
  const inList = listed.body.users.flatMap(({ email }) => (email?.startsWith('many') ? [email] : []))
  expect(many.slice(0, inList.length)).toEqual(inList)
})

test('users are sorted by phone number, those without one last', async () => {
  const { body } = await auth.owner.call(listAuthUsers, {
    params: auth.params,
    query: { sort: 'phone', limit: 200 },
  })
  const phones = body.users.map(({ phone }) => phone)
  const numbers = phones.filter((phone) => phone !== null)
  expect(numbers).toHaveLength(15)
  expect(phones.slice(0, numbers.length)).toEqual(numbers.toSorted())
})

test('users are searched by name, phone, metadata and provider', async () => {
  await auth.sql(`
    insert into auth.users (id, aud, role, email, phone, raw_user_meta_data, raw_app_meta_data)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'found' || n || '@example.com', '4917012340' || n,
      jsonb_build_object('full_name', 'Zoë Q. Number' || n, 'team', jsonb_build_object('id', n)), jsonb_build_object('plan', 'pro' || n)
    from generate_series(1, 3) n`)
  await auth.sql(`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select 'sub', id, '{}', 'github' from auth.users where email = 'found2@example.com'`)
  const found = async (query: Record<string, string>) =>
    (await auth.owner.call(listAuthUsers, { params: auth.params, query })).body.users
      .map(({ email }) => email?.replace('@example.com', ''))
      .toSorted()
  expect(await found({ search: 'ZOË q. n' })).toEqual(['found1', 'found2', 'found3'])
  expect(await found({ search: '+49 170 12340-2' })).toEqual(['found2'])
  expect(await found({ search: '4917' })).toEqual(['found1', 'found2', 'found3'])
  expect(await found({ search: 'team.id:3' })).toEqual(['found3'])
  expect(await found({ search: 'plan = pro1' })).toEqual(['found1'])
  expect(await found({ search: 'plan = pro' })).toEqual([])
  expect(await found({ provider: 'github' })).toEqual(['found2'])
  expect(await found({ provider: 'github', search: 'found1' })).toEqual([])
  await auth.sql(`delete from auth.users where email like 'found%'`)
})

test('a user is created with a phone number alone, or with both, and signs in', async () => {
  await auth.change({ external_phone_enabled: true })
  onTestFinished(async () => void (await auth.change({ external_phone_enabled: false })))
  const add = (body: object) =>
    auth.owner.call(createAuthUser, { params: auth.params, body: { password: PASSWORD, ...body } })
  expect((await add({ phone: '+1 (555) 000-0001' })).body).toMatchObject({
    email: null,
    phone: '15550000001',
    providers: ['phone'],
    confirmed_at: expect.any(String),
  })
  const [row] = await auth.sql(`select email_confirmed_at from auth.users where phone = '15550000001'`)
  expect(row).toEqual({ email_confirmed_at: null })
  const { error } = await auth.client().signInWithPassword({ phone: '15550000001', password: PASSWORD })
  expect(error).toBeNull()
  const both = { email: 'both@example.com', phone: '15550000002', phone_confirm: false }
  expect((await add(both)).body.providers.toSorted()).toEqual(['email', 'phone'])
  expect(
    (await auth.client().signInWithPassword({ phone: both.phone, password: PASSWORD })).error,
  ).toMatchObject({ code: 'phone_not_confirmed' })
  expect((await add({ phone: '15550000002' })).status).toBe(409)
  for (const refused of [{}, { phone: '0151' }, { email: 'ann' }])
    expect((await add(refused)).status).toBe(400)
})

test('users are told by mail what a member or a server changed', async () => {
  const tell = (areOn: boolean) =>
    auth.change({
      mailer_notifications_password_changed_enabled: areOn,
      mailer_notifications_email_changed_enabled: areOn,
      mailer_notifications_phone_changed_enabled: areOn,
      mailer_notifications_mfa_factor_unenrolled_enabled: areOn,
    })
  await tell(true)
  onTestFinished(async () => void (await tell(false)))
  const { id } = await create('told@example.com')
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const kinds = async (recipient: string) =>
    (await auth.owner.call(listAuthMails, { params: auth.params })).body.mails
      .filter((mail) => mail.recipient === recipient)
      .map(({ kind }) => kind)
      .toSorted()
  await admin.updateUserById(id, { user_metadata: { a: 1 } })
  expect(await kinds('told@example.com')).toEqual([])
  await admin.updateUserById(id, { email: 'moved@example.com', phone: '15550000003', password: 'next one' })
  expect(await kinds('told@example.com')).toEqual([
    'email_changed_notification',
    'password_changed_notification',
  ])
  expect(await kinds('moved@example.com')).toEqual(['phone_changed_notification'])
  expect(await auth.mailTo('moved@example.com')).toMatchObject({
    html: expect.stringContaining('15550000003'),
  })
  await auth.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     select gen_random_uuid(), $1, n, 'totp', n::auth.factor_status, now(), now() from unnest('{verified,unverified}'::text[]) n`,
    [id],
  )
  await auth.owner.call(deleteAuthFactors, { params: { ...auth.params, id } })
  expect(await kinds('moved@example.com')).toEqual([
    'mfa_factor_unenrolled_notification',
    'phone_changed_notification',
  ])
})

test('a user is created, seen with sessions, banned and deleted', async () => {
  const user = await create('Managed@Example.com')
  expect(user).toMatchObject({
    email: 'managed@example.com',
    confirmed_at: expect.any(String),
    providers: ['email'],
  })
  const again = await auth.owner.call(createAuthUser, {
    params: auth.params,
    body: { email: 'managed@example.com', password: PASSWORD },
  })
  expect(again.status).toBe(409)
  const clients = [auth.client(), auth.client()]
  for (const client of clients) await client.signInWithPassword({ email: user.email!, password: PASSWORD })
  const params = { ...auth.params, id: user.id }
  const detail = (await auth.owner.call(getAuthUser, { params })).body
  expect(detail.sessions).toHaveLength(2)
  expect(detail.raw).toMatchObject({ id: user.id, identities: [{ provider: 'email' }] })
  expect(JSON.stringify(detail)).not.toContain('argon2')
  const ended = { params: { ...params, session: detail.sessions[0]!.id } }
  expect((await auth.owner.call(endAuthSession, ended)).status).toBe(200)
  expect((await auth.owner.call(endAuthSession, ended)).status).toBe(404)
  const outcomes = await Promise.all(clients.map((client) => client.getUser()))
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)

  const banned = await auth.owner.call(updateAuthUser, { params, body: { ban_hours: 24 } })
  expect(banned.body.banned_until).not.toBeNull()
  expect((await auth.owner.call(getAuthUser, { params })).body.sessions).toEqual([])
  expect(
    (await auth.owner.call(updateAuthUser, { params, body: { ban_hours: 0 } })).body.banned_until,
  ).toBeNull()
  expect((await auth.owner.call(deleteAuthUser, { params })).status).toBe(200)
  expect((await auth.owner.call(deleteAuthUser, { params })).status).toBe(404)
  const ids = [
    (await create('bulk1@example.com')).id,
    (await create('bulk2@example.com')).id,
    crypto.randomUUID(),
  ]
  const bulk = await auth.owner.call(deleteAuthUsers, { params: auth.params, body: { ids } })
  expect(bulk.body).toEqual({ deleted: 2 })
})

test('a member sees how a user signs in, and removes all ways but the last', async () => {
  const { id } = await create('ways@example.com')
  await auth.sql(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at)
     values ('gh-7', $1, '{"user_name": "octo"}', 'github', now(), now() + interval '1 second'),
       ('tw-7', $1, '{}', 'twitch', null, now() + interval '2 seconds')`,
    [id],
  )
  const params = { ...auth.params, id }
  const identities = async () => (await auth.owner.call(getAuthUser, { params })).body.identities
  const remove = (identity: string) =>
    auth.owner.call(deleteAuthIdentity, { params: { ...params, identity } })
  const [email, github, twitch] = await identities()
  expect([email, github, twitch]).toMatchObject([
    { provider: 'email', account: 'ways@example.com' },
    { provider: 'github', account: 'octo', last_sign_in_at: expect.any(String) },
    { provider: 'twitch', account: 'tw-7', last_sign_in_at: null },
  ])
  expect((await remove(crypto.randomUUID())).status).toBe(404)
  expect((await remove(github!.id)).status).toBe(200)
  expect((await remove(github!.id)).status).toBe(404)
  expect((await remove(twitch!.id)).status).toBe(200)
  expect((await remove(email!.id)).status).toBe(409)
  expect(await identities()).toMatchObject([{ provider: 'email' }])
  expect(
    await auth.sql(`select raw_app_meta_data -> 'providers' as ways from auth.users where id = $1`, [id]),
  ).toEqual([{ ways: ['email'] }])
  const { entries } = (
    await auth.owner.call(listAuthAudit, {
      params: auth.params,
      query: { search: id, action: 'identity_unlinked' },
    })
  ).body
  expect(entries.map(({ traits }) => traits)).toMatchObject([
    { by: 'admin', provider: 'twitch' },
    { by: 'admin', provider: 'github' },
  ])
})

test('the audit log is paged, and searched by address, id and action', async () => {
  const { id } = await create('audited@example.com')
  const signIn = () => auth.client().signInWithPassword({ email: 'audited@example.com', password: PASSWORD })
  for (let times = 0; times < 3; times += 1) await signIn()
  const list = async (query: Record<string, unknown>) =>
    (await auth.owner.call(listAuthAudit, { params: auth.params, query })).body
  const byAddress = await list({ search: 'Audited@example.com' })
  expect(byAddress.entries.map(({ action }) => action)).toEqual(['login', 'login', 'login', 'user_signedup'])
  expect(byAddress.entries[0]).toMatchObject({
    actor_id: id,
    actor: 'audited@example.com',
    address: '127.0.0.1',
    traits: { provider: 'email' },
  })
  expect((await list({ search: id.toUpperCase() })).entries).toEqual(byAddress.entries)
  const first = await list({ search: id, action: 'login', limit: 2 })
  const second = await list({ search: id, action: 'login', limit: 2, cursor: first.next_cursor })
  expect([...first.entries, ...second.entries]).toEqual(byAddress.entries.slice(0, 3))
  expect(second.next_cursor).toBeNull()
  expect(
    await auth.owner.call(listAuthAudit, { params: auth.params, query: { cursor: 'nonsense' } }),
  ).toMatchObject({ status: 400 })
})

test('sign-ups and sign-ins are counted by day', async () => {
  await auth.sql(`delete from auth.audit_log_entries`)
  await create('counted@example.com')
  for (let times = 0; times < 2; times += 1)
    await auth.client().signInWithPassword({ email: 'counted@example.com', password: PASSWORD })
  await auth.sql(`
    insert into auth.audit_log_entries (id, payload, created_at)
    select gen_random_uuid(), json_build_object('action', 'login', 'actor_id', n), now() - n * interval '1 day'
    from generate_series(1, 40) n`)
  const { days } = (await auth.owner.call(getAuthOverview, { params: auth.params, query: { days: 3 } })).body
  expect(days.map(({ day: _, ...counts }) => counts)).toEqual([
    { sign_ups: 0, sign_ins: 1, active: 1 },
    { sign_ups: 0, sign_ins: 1, active: 1 },
    { sign_ups: 1, sign_ins: 2, active: 1 },
  ])
  expect(days.at(-1)!.day).toBe(new Date().toISOString().slice(0, 10))
})

test('mail to users arrives in the inbox', async () => {
  const { params } = auth
  const email = 'mailed@example.com'
  expect((await auth.owner.call(sendRecovery, { params, body: { email } })).status).toBe(404)
  expect((await auth.owner.call(inviteAuthUser, { params, body: { email } })).status).toBe(200)
  const invitation = (await auth.mailTo(email))!
  expect(invitation).toMatchObject({ kind: 'invite', sent_at: null, failure: null })
  const client = auth.client()
  expect((await client.verifyOtp({ email, token: invitation.code, type: 'invite' })).data.user).toMatchObject(
    { email },
  )
  expect((await auth.owner.call(inviteAuthUser, { params, body: { email } })).status).toBe(409)
  for (const [endpoint, kind] of [
    [sendRecovery, 'recovery'],
    [sendMagicLink, 'magic_link'],
    [sendOneTimeCode, 'magic_link'],
  ] as const) {
    expect((await auth.owner.call(endpoint, { params, body: { email } })).status).toBe(200)
    expect((await auth.mailTo(email))!.kind).toBe(kind)
  }
  expect((await auth.owner.call(sendTestMail, { params, body: { email } })).body).toEqual({
    went_to: 'inbox',
    failure: null,
  })
  expect((await auth.mailTo(email))!.kind).toBe('test')
  expect((await auth.owner.call(clearAuthMails, { params })).status).toBe(200)
  expect((await auth.owner.call(listAuthMails, { params })).body).toEqual({
    mails: [],
    mail_goes_to: 'inbox',
    messages_go_to: 'inbox',
  })
})

test('templates are checked and used, and their values are escaped', async () => {
  const bad = await auth.change({
    templates: { recovery: { subject: 'x', content: '{{ if .Email }}x{{ end }}' } },
  })
  expect([bad.status, bad.body]).toMatchObject([
    400,
    { message: expect.stringContaining('is not a variable') },
  ])
  await auth.change({
    templates: {
      confirmation: { subject: 'Hi {{ .Data.name }}', content: '<b>{{ .Data.name }}</b> {{ .Token }}' },
    },
  })
  const email = 'template@example.com'
  await auth.client().signUp({ email, password: PASSWORD, options: { data: { name: '<i>\r\nAnn' } } })
  expect(await auth.mailTo(email)).toMatchObject({
    subject: 'Hi <i> Ann',
    html: expect.stringMatching(/^<b>&lt;i&gt;\r\nAnn<\/b> \d{6}$/),
  })
  expect((await auth.settings()).templates.recovery.subject).toBe('Reset your password')
})

test.each([
  [{}, 'Name at least one field'],
  [{ site_url: 'javascript:alert(1)' }, 'Enter an address'],
  [{ uri_allow_list: ['https://*'] }, 'Name the host'],
  [{ uri_allow_list: ['javascript://x'] }, 'is not allowed'],
  [{ jwt_exp: 1 }, 'between 30 and 604,800'],
  [{ rate_limit_otp: 0 }, 'between 1 and'],
  [{ mailer_otp_length: 4 }, 'between 6 and 10'],
  [{ unknown: true }, 'unknown'],
])('a change like %j is refused', async (body, words) => {
  const reply = await auth.change(body as Parameters<AuthFixture['change']>[0])
  expect([reply.status, reply.body]).toMatchObject([400, { message: expect.stringContaining(words) }])
})

test('mail leaves only when links have an address that no request decides', async () => {
  const smtp = {
    host: 'smtp.example.com',
    port: 587,
    user: '',
    sender_email: 'a@example.com',
    sender_name: 'A',
  }
  expect((await auth.change({ smtp })).status).toBe(501)
})

test('a read-only member sees users and settings, and neither changes them nor reads their mail', async () => {
  const { params } = auth
  const { organization_slug: slug } = (await auth.owner.call(getProject, { params })).body
  const reader = await aMember(auth, auth.owner, slug, { role_id: 'read_only' })
  expect((await reader.call(listAuthUsers, { params, query: {} })).status).toBe(200)
  expect((await reader.call(updateAuthSettings, { params, body: { jwt_exp: 60 } })).status).toBe(403)
  expect((await reader.call(listAuthMails, { params })).status).toBe(403)
  expect((await reader.call(inviteAuthUser, { params, body: { email: 'x@example.com' } })).status).toBe(403)
  const read = (query: string) => reader.call(runQuery, { params, query: {}, body: { query } })
  expect((await read('select email, raw_user_meta_data from auth.users limit 1')).status).toBe(200)
  for (const secret of ['auth.users (encrypted_password)', 'auth.one_time_tokens', 'basalt.auth_mails']) {
    const [, table, column = '*'] = /^(\S+)(?: \((\w+)\))?$/.exec(secret)!
    expect((await read(`select ${column} from ${table}`)).body).toMatchObject({ sqlstate: '42501' })
  }
  const id = crypto.randomUUID()
  expect((await reader.call(deleteAuthUser, { params: { ...params, id } })).status).toBe(403)
  for (const endpoint of [getActingClaims, issueActingToken])
    expect((await reader.call(endpoint, { params: { ...params, id }, body: {} })).status).toBe(403)
})
