import { deleteAuthFactors, getAuthUser } from '@basalt/contract/auth/auth.endpoints.ts'
import { createSigningKey, updateSigningKey } from '@basalt/contract/keys/signing-keys.endpoints.ts'
import { LEGACY_SIGNING_KEY } from '@basalt/contract/keys/signing-keys.rules.ts'
import { AuthClient } from '@supabase/auth-js'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { accountKey, PASSWORDS_PER_ACCOUNT } from './attempts.ts'

/** The unmodified client library that apps use, against a running server. */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
})
afterAll(() => auth[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'
let count = 0
const newEmail = () => `user${++count}@example.com`

/** Signs up, follows the link of the mail, and returns the client with its session. */
async function aUser({ email = newEmail(), password = PASSWORD, data = {} } = {}) {
  const client = auth.client()
  const { error } = await client.signUp({ email, password, options: { data } })
  expect(error).toBeNull()
  const mail = await auth.mailTo(email)
  const verified = await client.verifyOtp({ email, token: mail!.code, type: 'signup' })
  expect(verified.error).toBeNull()
  return { client, email, password, session: verified.data.session!, id: verified.data.user!.id }
}

test('a user signs up, confirms the address by link, and signs in with a token for the Data API', async () => {
  const email = newEmail()
  const client = auth.client()
  const signedUp = await client.signUp({
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
    options: { data: { plan: 'x' } },
  })
  expect(signedUp).toMatchObject({
    error: null,
    data: { session: null, user: { email, user_metadata: { plan: 'x' } } },
  })
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
    code: 'email_not_confirmed',
    status: 400,
  })
  const { link } = (await auth.mailTo(email))!
  const followed = await auth.press(link)
  expect(followed.status).toBe(302)
  const to = new URL(followed.headers.get('location')!)
  expect(to.origin).toBe('http://localhost:3000')
  const fragment = new URLSearchParams(to.hash.slice(1))
  expect(fragment.get('type')).toBe('signup')
  const session = await client.setSession({
    access_token: fragment.get('access_token')!,
    refresh_token: fragment.get('refresh_token')!,
  })
  expect(session.data.user).toMatchObject({
    email,
    role: 'authenticated',
    identities: [{ provider: 'email' }],
  })
  // Opened twice.
  const again = await auth.press(link)
  expect(again.headers.get('location')).toContain('error_code=otp_expired')

  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  const { data: claims } = await client.getClaims()
  expect(claims!.claims).toMatchObject({
    iss: auth.url,
    sub: data.user!.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    aal: 'aal1',
    amr: [{ method: 'password' }],
    is_anonymous: false,
    session_id: expect.any(String),
    user_metadata: { plan: 'x' },
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  await auth.sql(
    'create or replace function who() returns json language sql as $$ select json_build_array(auth.uid(), auth.email(), auth.role()) $$',
  )
  const seen = async () =>
    (
      await fetch(`${auth.origin}/p/${auth.ref}/rest/v1/rpc/who`, {
        headers: { apikey: auth.keyOf('anon'), authorization: `Bearer ${data.session!.access_token}` },
      })
    ).json()
  await expect.poll(seen, { timeout: 30_000 }).toEqual([data.user!.id, email, 'authenticated'])
})

test('a taken address looks like a new one, and many sign-ups at once make one user', async () => {
  const { email } = await aUser()
  const again = await auth.client().signUp({ email, password: 'another one' })
  expect(again).toMatchObject({ error: null, data: { user: { email, identities: [] }, session: null } })
  const shared = newEmail()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => auth.client().signUp({ email: shared, password: PASSWORD })),
  )
  expect(replies.map(({ error }) => error)).toEqual(replies.map(() => null))
  expect(await auth.sql('select count(*)::int as n from auth.users where email = $1', [shared])).toEqual([
    { n: 1 },
  ])
})

test('users are told by mail what changed, when the settings say so, and refusals are in the audit log', async () => {
  const { client, email, id } = await aUser()
  const tell = (areOn: boolean) =>
    auth.change({
      mailer_notifications_password_changed_enabled: areOn,
      mailer_notifications_email_changed_enabled: areOn,
      mailer_notifications_mfa_factor_enrolled_enabled: areOn,
      mailer_notifications_mfa_factor_unenrolled_enabled: areOn,
      mailer_autoconfirm: areOn,
    })
  await tell(true)
  onTestFinished(async () => void (await tell(false)))
  await client.updateUser({ password: 'another password' })
  expect(await auth.mailTo(email)).toMatchObject({
    kind: 'password_changed_notification',
    html: expect.stringContaining(email),
  })
  const next = `next-${email}`
  await client.updateUser({ email: next })
  expect(await auth.mailTo(email)).toMatchObject({
    kind: 'email_changed_notification',
    html: expect.stringContaining(next),
  })
  const enrolled = (await client.mfa.enroll({ factorType: 'totp' })).data!
  const code = () => new TOTP({ secret: enrolled.totp.secret }).generate()
  expect(
    (await client.mfa.challengeAndVerify({ factorId: enrolled.id, code: '000000' })).error,
  ).not.toBeNull()
  expect(await auth.mailTo(next)).toBeUndefined()
  await client.mfa.challengeAndVerify({ factorId: enrolled.id, code: code() })
  expect(await auth.mailTo(next)).toMatchObject({ kind: 'mfa_factor_enrolled_notification' })
  await client.mfa.unenroll({ factorId: enrolled.id })
  expect(await auth.mailTo(next)).toMatchObject({ kind: 'mfa_factor_unenrolled_notification' })

  await auth.client().signInWithPassword({ email: next, password: 'wrong' })
  await auth.client().signInWithPassword({ email: 'nobody@example.com', password: 'wrong' })
  const refused = await auth.sql(
    `select payload ->> 'action' as action, payload ->> 'actor_id' as id, payload ->> 'actor_username' as name,
       payload -> 'traits' ->> 'reason' as reason
     from auth.audit_log_entries where payload ->> 'action' like '%failed' order by created_at desc limit 3`,
  )
  expect(refused).toEqual([
    { action: 'login_failed', id: null, name: 'nobody@example.com', reason: 'invalid_credentials' },
    { action: 'login_failed', id, name: next, reason: 'invalid_credentials' },
    { action: 'verify_factor_failed', id, name: next, reason: null },
  ])
})

test('a refresh token is renewed, may be sent again, and an old one ends the session', async () => {
  const { client, session, id } = await aUser()
  const refresh = (refresh_token: string) => auth.client().refreshSession({ refresh_token })
  // Two tabs at once get the same session.
  const both = await Promise.all([refresh(session.refresh_token), refresh(session.refresh_token)])
  const [first, second] = both.map(({ data }) => data.session!.refresh_token)
  expect(first).toBe(second)
  expect(first).not.toBe(session.refresh_token)
  const next = (await refresh(first!)).data.session!
  // An older token within the reuse interval is a tab that was slow, and afterwards a stolen one.
  expect((await refresh(session.refresh_token)).data.session!.refresh_token).toBe(next.refresh_token)
  await auth.sql(
    `update auth.sessions set refreshed_at = refreshed_at - interval '1 minute' where user_id = $1`,
    [id],
  )
  expect((await refresh(session.refresh_token)).error).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  })
  expect((await refresh(next.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  for (const token of ['', 'x', `${next.refresh_token}A`, Buffer.alloc(40).toString('base64url')])
    expect(
      (await auth.send('/token?grant_type=refresh_token', { body: { refresh_token: token } })).status,
    ).toBe(400)
})

test('sessions end by scope, by time-box, and by a ban', async () => {
  const { client, email, password, id } = await aUser()
  const others = [auth.client(), auth.client()]
  for (const other of others) await other.signInWithPassword({ email, password })
  const alive = async () =>
    (await auth.sql('select count(*)::int as n from auth.sessions where user_id = $1', [id]))[0]
  expect(await alive()).toEqual({ n: 3 })
  await client.signOut({ scope: 'local' })
  expect(await alive()).toEqual({ n: 2 })
  await others[0]!.signOut({ scope: 'others' })
  expect(await alive()).toEqual({ n: 1 })
  expect((await others[1]!.getUser()).error).toBeTruthy()
  await auth.change({ sessions_timebox: 1 })
  await auth.sql(`update auth.sessions set created_at = created_at - interval '2 hours' where user_id = $1`, [
    id,
  ])
  expect((await others[0]!.refreshSession()).error).toMatchObject({ code: 'session_expired' })
  await auth.change({ sessions_timebox: 0 })
  await client.signInWithPassword({ email, password })
  const service = auth.client('implicit', auth.keyOf('service_role'))
  await service.admin.updateUserById(id, { ban_duration: '1h30m' })
  expect(await alive()).toEqual({ n: 0 })
  expect((await client.signInWithPassword({ email, password })).error).toMatchObject({ code: 'user_banned' })
  await service.admin.updateUserById(id, { ban_duration: 'none' })
  expect((await client.signInWithPassword({ email, password })).error).toBeNull()
  await service.admin.deleteUser(id)
  expect((await client.getUser()).error).toMatchObject({ code: 'user_not_found', status: 403 })
})

test('a session that is not used ends, and a user has only the newest one, when the settings say so', async () => {
  const { client, email, password, id } = await aUser()
  await auth.change({ sessions_inactivity_timeout: 2, sessions_single_per_user: true })
  onTestFinished(
    async () => void (await auth.change({ sessions_inactivity_timeout: 0, sessions_single_per_user: false })),
  )
  const unusedFor = (time: string) =>
    auth.sql(
      `update auth.sessions set created_at = now() - interval '1 day',
         refreshed_at = (now() - $2::interval) at time zone 'utc' where user_id = $1`,
      [id, time],
    )
  await unusedFor('1 hour')
  expect((await client.refreshSession()).error).toBeNull()
  await unusedFor('3 hours')
  expect((await client.refreshSession()).error).toMatchObject({ code: 'session_expired' })
  const others = [auth.client(), auth.client()]
  for (const other of others) await other.signInWithPassword({ email, password })
  expect((await others[0]!.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await others[1]!.refreshSession()).error).toBeNull()
  // A ban that something else than the API has written.
  await auth.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id])
  expect((await others[1]!.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 })
  expect((await others[1]!.refreshSession()).error).toMatchObject({ code: 'user_banned' })
})

test('a project that signs with an asymmetric key lets apps verify tokens without asking', async () => {
  const { email, password, id } = await aUser()
  const { owner, params } = auth
  const { body: key } = await owner.call(createSigningKey, { params, body: { algorithm: 'ES256' } })
  const use = (one: string) =>
    owner.call(updateSigningKey, { params: { ...params, id: one }, body: { status: 'in_use' } })
  await use(key.id)
  onTestFinished(async () => void (await use(LEGACY_SIGNING_KEY)))
  const { data } = await auth.client().signInWithPassword({ email, password })
  const { body: jwks } = await auth.send('/.well-known/jwks.json', { key: null })
  const offline = new AuthClient({
    url: 'http://127.0.0.1:9',
    autoRefreshToken: false,
    persistSession: false,
  })
  const { access_token: token } = data.session!
  expect((await offline.getClaims(token, { jwks })).data!.claims).toMatchObject({ sub: id, email })
  const [header, , signature] = token.split('.')
  const forged = Buffer.from(JSON.stringify({ sub: id, exp: 9e9 })).toString('base64url')
  const { error } = await offline.getClaims([header, forged, signature].join('.'), { jwks })
  expect(error).toMatchObject({ name: 'AuthInvalidJwtError' })
})

test('one account gets a limited number of passwords from anywhere, whether or not it exists', async () => {
  const { email, password } = await aUser()
  const admin = new pg.Client({
    ...auth.target,
    user: 'basalt_admin',
    password: await auth.secretsOf.read(auth.ref, 'superuser_password'),
  })
  await admin.connect()
  onTestFinished(() => admin.end())
  const tryAfter = async (one: string, attempts: number) => {
    await admin.query(
      `insert into basalt.auth_attempts (key, count) values ($1, $2)
       on conflict (key) do update set count = excluded.count`,
      [accountKey(one), attempts],
    )
    return (await auth.client().signInWithPassword({ email: one, password })).error?.code
  }
  const { count } = PASSWORDS_PER_ACCOUNT
  const unknown = newEmail()
  expect(await tryAfter(email, count - 1)).toBeUndefined()
  expect(await tryAfter(unknown, count - 1)).toBe('invalid_credentials')
  for (const one of [email, unknown]) expect(await tryAfter(one, count)).toBe('over_request_rate_limit')
})

test('a user changes metadata, password and address', async () => {
  const { client, email, id } = await aUser({ data: { a: 1, b: 2 } })
  expect(
    (await client.updateUser({ data: { b: null, c: { d: null } } })).data.user!.user_metadata,
  ).toMatchObject({
    a: 1,
    c: { d: null },
  })
  expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({ code: 'same_password' })
  expect((await client.updateUser({ password: 'x' })).error).toMatchObject({
    code: 'weak_password',
    reasons: ['length'],
  })
  await auth.client().signInWithPassword({ email, password: PASSWORD })
  expect((await client.updateUser({ password: 'new password' })).error).toBeNull()
  // Other sessions have ended.
  expect(await auth.sql('select count(*)::int as n from auth.sessions where user_id = $1', [id])).toEqual([
    { n: 1 },
  ])
  expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
    code: 'invalid_credentials',
  })

  const taken = await aUser()
  expect((await client.updateUser({ email: taken.email })).error).toMatchObject({
    code: 'email_exists',
    status: 422,
  })
  const next = newEmail()
  expect((await client.updateUser({ email: next })).data.user).toMatchObject({ email, new_email: next })
  // Both addresses confirm, in any order.
  const old = (await auth.mailTo(email))!
  const half = await auth.press(old.link)
  expect(half.headers.get('location')).toContain('#message=Confirmation+link+accepted')
  const { code } = (await auth.mailTo(next))!
  expect(
    (await client.verifyOtp({ email: next, token: code, type: 'email_change' })).data.user,
  ).toMatchObject({ email: next })
  expect((await auth.client().signInWithPassword({ email: next, password: 'new password' })).error).toBeNull()
})

test('a link or a code signs in, and creates a user unless that is refused', async () => {
  const email = newEmail()
  const client = auth.client()
  expect((await client.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toMatchObject({
    code: 'otp_disabled',
  })
  expect((await client.signInWithOtp({ email })).error).toBeNull()
  const first = (await auth.mailTo(email))!
  expect(first.kind).toBe('confirmation')
  expect((await client.verifyOtp({ email, token: '000000', type: 'email' })).error).toMatchObject({
    code: 'otp_expired',
    status: 403,
  })
  expect((await client.verifyOtp({ email, token: first.code, type: 'email' })).data.session).toBeTruthy()
  await client.signInWithOtp({ email })
  const second = (await auth.mailTo(email))!
  expect(second.kind).toBe('magic_link')
  const token_hash = new URL(second.link).searchParams.get('token')!
  expect((await client.verifyOtp({ token_hash, type: 'email' })).data.user).toMatchObject({ email })
  // A code cannot be found by trying.
  await client.signInWithOtp({ email })
  const third = (await auth.mailTo(email))!
  const wrong = third.code === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < 10; tries += 1) await client.verifyOtp({ email, token: wrong, type: 'email' })
  expect((await client.verifyOtp({ email, token: third.code, type: 'email' })).error).toMatchObject({
    code: 'otp_expired',
  })
})

test('a code counts for its person and its purpose only', async () => {
  const [ann, bob] = [await aUser(), await aUser()]
  await auth.client().resetPasswordForEmail(ann.email)
  const { code: token } = (await auth.mailTo(ann.email))!
  for (const [email, type] of [
    [bob.email, 'recovery'],
    [ann.email, 'signup'],
    [ann.email, 'email_change'],
  ] as const)
    expect((await auth.client().verifyOtp({ email, token, type })).error).toMatchObject({
      code: 'otp_expired',
    })
  const { data } = await auth.client().verifyOtp({ email: ann.email, token, type: 'recovery' })
  expect(data.user!.id).toBe(ann.id)
})

test('with PKCE only the client that began gets the session', async () => {
  const email = newEmail()
  const client = auth.client('pkce')
  await client.signUp({ email, password: PASSWORD })
  const followed = await auth.press((await auth.mailTo(email))!.link)
  const code = new URL(followed.headers.get('location')!).searchParams.get('code')!
  const stolen = await auth.send('/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x'.repeat(60) },
  })
  expect(stolen).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
  // A code is tried once.
  expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
    code: 'flow_state_not_found',
    status: 404,
  })

  await client.resetPasswordForEmail(email, { redirectTo: 'http://localhost:3000/new-password' })
  const reset = await auth.press((await auth.mailTo(email))!.link)
  const to = new URL(reset.headers.get('location')!)
  expect(to.pathname).toBe('/new-password')
  expect((await client.exchangeCodeForSession(to.searchParams.get('code')!)).data.user).toMatchObject({
    email,
  })
  expect((await client.updateUser({ password: 'another password' })).error).toBeNull()
})

test('the code of a PKCE flow is valid for five minutes', async () => {
  const { email } = await aUser()
  const client = auth.client('pkce')
  await client.signInWithOtp({ email })
  const followed = await auth.press((await auth.mailTo(email))!.link)
  await auth.sql(
    `update auth.flow_state set auth_code_issued_at = auth_code_issued_at - interval '301 seconds'
     where auth_code is not null`,
  )
  const code = new URL(followed.headers.get('location')!).searchParams.get('code')!
  expect((await client.exchangeCodeForSession(code)).error).toMatchObject({
    code: 'flow_state_expired',
    status: 422,
  })
})

test('a change of password asks for a code when the settings say so', async () => {
  const { client, email, id } = await aUser()
  await auth.change({ security_update_password_require_reauthentication: true })
  await auth.sql(`update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1`, [
    id,
  ])
  expect((await client.updateUser({ password: 'next password' })).error).toMatchObject({
    code: 'reauthentication_needed',
  })
  expect((await client.reauthenticate()).error).toBeNull()
  const { code } = (await auth.mailTo(email))!
  expect((await client.updateUser({ password: 'next password', nonce: 'x' })).error).toMatchObject({
    code: 'reauthentication_not_valid',
  })
  expect((await client.updateUser({ password: 'next password', nonce: code })).error).toBeNull()
  await auth.change({ security_update_password_require_reauthentication: false })
})

test('a second factor raises the session, ends others, and is asked for by sensitive changes', async () => {
  const { client, email, password, id } = await aUser()
  const other = auth.client()
  await other.signInWithPassword({ email, password })
  const { data: enrolled, error } = await client.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
    issuer: 'Shop',
  })
  expect(error).toBeNull()
  const { secret, uri, qr_code } = enrolled!.totp
  expect(uri).toContain('issuer=Shop')
  expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
  const factorId = enrolled!.id
  const app = new TOTP({ secret })
  const codeAt = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 })
  const wrong = await client.mfa.challengeAndVerify({ factorId, code: codeAt(50) })
  expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
  expect((await client.mfa.challengeAndVerify({ factorId, code: codeAt(0) })).error).toBeNull()
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'otp' }],
  })
  // The session stays at that level, and one without it has ended.
  const { data: renewed } = await client.refreshSession()
  expect(
    JSON.parse(Buffer.from(renewed.session!.access_token.split('.')[1]!, 'base64url').toString()),
  ).toMatchObject({ aal: 'aal2' })
  expect((await other.getUser()).error).toBeTruthy()
  // A code counts once.
  expect((await client.mfa.challengeAndVerify({ factorId, code: codeAt(0) })).error).toMatchObject({
    code: 'mfa_verification_failed',
  })

  await other.signInWithPassword({ email, password })
  expect((await other.mfa.listFactors()).data!.totp).toMatchObject([{ id: factorId, friendly_name: 'Phone' }])
  expect((await other.updateUser({ password: 'changed password' })).error).toMatchObject({
    code: 'insufficient_aal',
  })
  expect((await other.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    code: 'insufficient_aal',
    status: 403,
  })
  expect((await other.mfa.unenroll({ factorId })).error).toMatchObject({
    code: 'insufficient_aal',
    status: 422,
  })
  const { data: challenge } = await other.mfa.challenge({ factorId })
  await auth.sql(`update auth.mfa_challenges set created_at = created_at - interval '1 hour' where id = $1`, [
    challenge!.id,
  ])
  expect(
    (await other.mfa.verify({ factorId, challengeId: challenge!.id, code: codeAt(1) })).error,
  ).toMatchObject({
    code: 'mfa_challenge_expired',
  })
  const stranger = await aUser()
  expect((await stranger.client.mfa.challenge({ factorId })).error).toMatchObject({
    code: 'mfa_factor_not_found',
  })
  expect((await stranger.client.mfa.enroll({ factorType: 'phone', phone: '123' })).error).toMatchObject({
    code: 'mfa_phone_enroll_not_enabled',
  })
  // What is stored makes no codes.
  const [stored] = await auth.sql('select secret from auth.mfa_factors where user_id = $1', [id])
  expect((stored as { secret: string }).secret).not.toContain(secret)

  const params = { ...auth.params, id }
  expect((await auth.owner.call(getAuthUser, { params })).body.factors).toMatchObject([
    { id: factorId, status: 'verified' },
  ])
  expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  expect((await auth.owner.call(deleteAuthFactors, { params })).status).toBe(404)
  await client.mfa.enroll({ factorType: 'totp' })
  expect((await auth.owner.call(deleteAuthFactors, { params })).status).toBe(200)
  await auth.change({ mfa_totp_enroll_enabled: false })
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    code: 'mfa_totp_enroll_not_enabled',
  })
  await auth.change({ mfa_totp_enroll_enabled: true })
})

test('an anonymous user becomes an ordinary one', async () => {
  const client = auth.client()
  expect((await client.signInAnonymously()).error).toMatchObject({ code: 'anonymous_provider_disabled' })
  await auth.change({ external_anonymous_users_enabled: true })
  const { data } = await client.signInAnonymously({ options: { data: { cart: 7 } } })
  expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { cart: 7 } })
  const email = newEmail()
  await client.updateUser({ email })
  const { code } = (await auth.mailTo(email))!
  const upgraded = await client.verifyOtp({ email, token: code, type: 'email_change' })
  expect(upgraded.data.user).toMatchObject({
    id: data.user!.id,
    email,
    is_anonymous: false,
    identities: [{ provider: 'email' }],
  })
})

test('a server manages users', async () => {
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const email = newEmail()
  const created = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: 'Ann' },
    app_metadata: { tier: 'gold' },
  })
  expect(created.data.user).toMatchObject({ email, app_metadata: { tier: 'gold', provider: 'email' } })
  const id = created.data.user!.id
  expect((await admin.createUser({ email, password: PASSWORD })).error).toMatchObject({
    code: 'email_exists',
  })
  expect((await admin.getUserById(id)).data.user).toMatchObject({ email })
  const listed = await admin.listUsers({ page: 1, perPage: 2 })
  expect(listed.data.users).toHaveLength(2)
  expect(listed.data).toMatchObject({ nextPage: 2, total: expect.any(Number) })
  expect(
    (await admin.updateUserById(id, { email: `new-${email}`, password: 'changed it' })).data.user,
  ).toMatchObject({
    email: `new-${email}`,
  })
  expect(
    (await auth.client().signInWithPassword({ email: `new-${email}`, password: 'changed it' })).error,
  ).toBeNull()

  const invited = newEmail()
  expect((await admin.inviteUserByEmail(invited, { data: { team: 1 } })).data.user).toMatchObject({
    email: invited,
  })
  expect((await auth.mailTo(invited))!.kind).toBe('invite')
  for (const type of ['magiclink', 'recovery', 'invite'] as const) {
    const { data, error } = await admin.generateLink({ type, email: invited })
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({
      verification_type: type,
      email_otp: expect.stringMatching(/^\d{6}$/),
    })
    const { hashed_token: token_hash } = data.properties!
    if (type !== 'invite')
      expect((await auth.client().verifyOtp({ token_hash, type })).data.user).toMatchObject({
        email: invited,
      })
    else expect((await auth.client().verifyOtp({ token_hash, type })).data.user).toBeTruthy()
    await auth.sql('update auth.users set email_confirmed_at = null where email = $1', [invited])
  }
  await admin.deleteUser(id, true)
  expect(await auth.sql('select email from auth.users where id = $1', [id])).toEqual([
    { email: expect.not.stringContaining('@') },
  ])
  expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found', status: 404 })
  expect((await auth.client().admin.listUsers()).error).toMatchObject({ code: 'not_admin', status: 403 })
})

test('a confirmation is sent again, with another code', async () => {
  const email = newEmail()
  const client = auth.client()
  await client.signUp({ email, password: PASSWORD })
  const first = (await auth.mailTo(email))!
  expect((await client.resend({ type: 'signup', email })).error).toBeNull()
  const second = (await auth.mailTo(email))!
  expect(second.id).not.toBe(first.id)
  // The earlier link is void.
  expect((await auth.press(first.link)).headers.get('location')).toContain('otp_expired')
  expect((await client.verifyOtp({ email, token: second.code, type: 'signup' })).error).toBeNull()
})

test('a server removes a factor of a user', async () => {
  const { client, id } = await aUser()
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
  const { mfa } = auth.client('implicit', auth.keyOf('service_role')).admin
  expect((await mfa.listFactors({ userId: id })).data!.factors).toHaveLength(1)
  expect((await mfa.deleteFactor({ userId: id, id: factor!.id })).error).toBeNull()
  expect((await client.mfa.listFactors()).data!.all).toEqual([])
  expect((await mfa.deleteFactor({ userId: id, id: factor!.id })).error).toMatchObject({
    code: 'mfa_factor_not_found',
  })
})
