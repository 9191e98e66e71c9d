import { getAuthSettings, updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import { CLIENT_ID, openIdentityProvider } from '@basalt/testing/identity-provider.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Signing in with a provider on this machine, by the unmodified client library. */

let auth: AuthFixture
let provider: Awaited<ReturnType<typeof openIdentityProvider>>
const configured = (more: object = {}) => ({
  additional_client_ids: [],
  skip_nonce_check: false,
  ...provider.settings,
  ...more,
})

beforeAll(async () => {
  provider = await openIdentityProvider()
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({
    security_manual_linking_enabled: true,
    uri_allow_list: ['https://app.example.com/**'],
    providers: { keycloak: configured(), github: configured() },
  })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

let count = 0
beforeEach(() => {
  count += 1
  Object.assign(provider.state, {
    person: { sub: `p-${count}`, email: `ann${count}@example.com`, email_verified: true, name: 'Ann' },
    claims: {},
    refusal: undefined,
  })
})

type Client = ReturnType<AuthFixture['client']>
type ProviderName = Parameters<Client['signInWithOAuth']>[0]['provider']
const APP = 'https://app.example.com/back'

/** Follows redirects as a browser does, with cookies, until they leave this machine; resolves to the app's address. */
async function visit(url: string, { keepsCookies = true } = {}): Promise<URL> {
  let cookie = ''
  let at = new URL(url)
  for (let steps = 0; steps < 6 && at.hostname === '127.0.0.1'; steps += 1) {
    const reply = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    const [set] = reply.headers.getSetCookie()
    if (set !== undefined && keepsCookies) cookie = set.split(';')[0]!
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`${at} answered ${reply.status}: ${await reply.text()}`)
    at = new URL(location, at)
  }
  return at
}

const begin = async (client: Client, name: ProviderName, options: object = {}) => {
  const { data } = await client.signInWithOAuth({ provider: name, options: { redirectTo: APP, ...options } })
  return data.url!
}
const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))

test('a person signs up by the PKCE flow, and signs in again with what has changed at the provider', async () => {
  const client = auth.client('pkce')
  const to = await visit(
    await begin(client, 'keycloak', {
      scopes: 'groups',
      queryParams: { prompt: 'login', client_id: 'other' },
    }),
  )
  expect(to.href).toMatch(/^https:\/\/app\.example\.com\/back\?code=[\w-]+$/)
  const asked = provider.state.asked.at(-1)!
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: CLIENT_ID,
    scope: 'openid email profile groups',
    prompt: 'login',
    code_challenge_method: 'S256',
    redirect_uri: `${auth.url}/callback`,
  })
  const { data, error } = await client.exchangeCodeForSession(to.searchParams.get('code')!)
  expect(error).toBeNull()
  expect(data.session).toMatchObject({
    provider_token: `access-p-${count}`,
    provider_refresh_token: 'refresh',
    user: {
      email: `ann${count}@example.com`,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Ann', email_verified: true, sub: `p-${count}` },
      identities: [{ provider: 'keycloak', id: `p-${count}`, last_sign_in_at: expect.any(String) }],
    },
  })
  const claims = (await client.getClaims()).data!.claims
  expect(claims.amr).toMatchObject([{ method: 'oauth' }])

  provider.state.person.name = 'Ann B.'
  const again = fragmentOf(await visit(await begin(auth.client(), 'keycloak')))
  expect(again).toMatchObject({ token_type: 'bearer', provider_token: `access-p-${count}` })
  const { data: found } = await auth.client().getUser(again.access_token)
  expect(found.user).toMatchObject({ id: data.user!.id, user_metadata: { full_name: 'Ann B.' } })
})

test('GitHub is read by its own API', async () => {
  const session = fragmentOf(await visit(await begin(auth.client(), 'github')))
  const { data } = await auth.client().getUser(session.access_token)
  expect(data.user).toMatchObject({
    email: `ann${count}@example.com`,
    user_metadata: { user_name: 'ann', avatar_url: `${provider.origin}/ann.png`, provider_id: '42' },
  })
})

test('a confirmed address leads to the account that has it, and takes over one that nobody confirmed', async () => {
  const email = `ann${count}@example.com`
  const attacker = auth.client()
  await attacker.signUp({ email, password: 'of the attacker', options: { data: { admin: true } } })
  const session = fragmentOf(await visit(await begin(auth.client(), 'keycloak')))
  const { data } = await auth.client().getUser(session.access_token)
  expect(data.user!.user_metadata).not.toHaveProperty('admin')
  expect(data.user!.identities).toHaveLength(1)
  expect((await attacker.signInWithPassword({ email, password: 'of the attacker' })).error).toMatchObject({
    code: 'invalid_credentials',
  })

  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  const known = await admin.createUser({
    email: 'known@example.com',
    password: 'secret 1',
    email_confirm: true,
  })
  provider.state.person = { sub: 'p-known', email: 'Known@Example.com', email_verified: true }
  const linked = fragmentOf(await visit(await begin(auth.client(), 'keycloak')))
  const { data: same } = await auth.client().getUser(linked.access_token)
  expect(same.user).toMatchObject({
    id: known.data.user!.id,
    app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
  })
})

test('an address that the provider has not confirmed never enters an account, and a new one is confirmed by mail', async () => {
  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  const email = `ann${count}@example.com`
  await admin.createUser({ email, password: 'secret 1', email_confirm: true })
  provider.state.person.email_verified = false
  expect(fragmentOf(await visit(await begin(auth.client(), 'keycloak')))).toMatchObject({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
  })
  expect(await auth.mailTo(email)).toBeUndefined()

  provider.state.person.email = 'fresh@example.com'
  const sign = async () => fragmentOf(await visit(await begin(auth.client(), 'keycloak')))
  expect(await sign()).toMatchObject({ error_code: 'provider_email_needs_verification' })
  const { link } = (await auth.mailTo('fresh@example.com'))!
  expect((await auth.press(link)).headers.get('location')).toContain('#access_token=')
  expect(await sign()).toHaveProperty('access_token')

  provider.state.person = { sub: 'p-nobody' }
  expect(await sign()).toMatchObject({ error_code: 'validation_failed' })
})

test('people who claim an address at a provider send it no more mail than others', async () => {
  provider.state.person.email_verified = false
  const { email } = provider.state.person
  await auth.change({ smtp_max_frequency: 3600 })
  onTestFinished(
    async () => void (await auth.change({ smtp_max_frequency: 0, rate_limit_email_sent: 100_000 })),
  )
  const sign = async () => fragmentOf(await visit(await begin(auth.client(), 'keycloak')))
  expect(await sign()).toMatchObject({ error_code: 'provider_email_needs_verification' })
  const first = await auth.mailTo(email!)
  expect(first).toBeDefined()
  expect(await sign()).toMatchObject({ error_code: 'over_email_send_rate_limit' })
  expect((await auth.mailTo(email!))!.id).toBe(first!.id)
  await auth.change({ smtp_max_frequency: 0, rate_limit_email_sent: 1 })
  provider.state.person = { ...provider.state.person, sub: 'p-other', email: 'other-claim@example.com' }
  expect(await sign()).toMatchObject({ error_code: 'over_email_send_rate_limit' })
  expect(await auth.mailTo('other-claim@example.com')).toBeUndefined()
})

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another client', { aud: 'other' }],
  ['another nonce', { nonce: 'other' }],
  ['the past', { exp: 1 }],
  ['nobody', { sub: '' }],
])('an ID token of %s signs nobody in', async (_what, claims) => {
  provider.state.claims = claims
  const to = await visit(await begin(auth.client(), 'keycloak'))
  expect(to.origin).toBe('https://app.example.com')
  expect(fragmentOf(to)).toMatchObject({ error_code: 'bad_oauth_callback' })
  expect(fragmentOf(to)).not.toHaveProperty('access_token')
})

test.each<[string, Record<string, number>, boolean]>([
  ['issued 20 s ahead of our clock', { iat: 20 }, true],
  ['issued two minutes ahead', { iat: 120 }, false],
  ['valid from 20 s ahead', { nbf: 20 }, true],
  ['valid from two minutes ahead', { nbf: 120 }, false],
  ['expired for 15 s', { exp: -15, iat: -300 }, true],
  ['expired for two minutes', { exp: -120, iat: -300 }, false],
])('a clock that differs: a token %s is accepted: %s', async (_what, times, isAccepted) => {
  const now = Math.floor(Date.now() / 1000)
  const claims = Object.fromEntries(Object.entries(times).map(([name, ahead]) => [name, now + ahead]))
  provider.state.claims = claims
  const returned = fragmentOf(await visit(await begin(auth.client(), 'keycloak')))
  const given = await auth
    .client()
    .signInWithIdToken({ provider: 'keycloak', token: await provider.idToken(claims) })
  expect([returned.access_token !== undefined, given.error === null]).toEqual([isAccepted, isAccepted])
  if (isAccepted) return
  expect([returned.error_code, given.error?.code]).toEqual(['bad_oauth_callback', 'bad_jwt'])
})

test('keys that the provider has replaced are read again, and those that it has withdrawn no longer count', async () => {
  const sign = async (token: string) =>
    (await auth.client().signInWithIdToken({ provider: 'keycloak', token })).error?.code
  const before = await provider.idToken()
  expect(await sign(before)).toBeUndefined()
  await provider.rotateKeys()
  expect(fragmentOf(await visit(await begin(auth.client(), 'keycloak')))).toHaveProperty('access_token')
  // Keys for ID tokens that apps bring are read again after a few seconds.
  const after = await provider.idToken()
  await expect.poll(() => sign(after), { timeout: 30_000, interval: 500 }).toBeUndefined()
  expect(await sign(before)).toBe('bad_jwt')
})

test('a refusal at the provider reaches the app, and states are used once, by the browser that began', async () => {
  provider.state.refusal = { error: 'access_denied', error_description: 'Not today' }
  const refused = await visit(await begin(auth.client(), 'keycloak'))
  expect(refused.searchParams.get('error_description')).toBe('Not today')
  provider.state.refusal = undefined

  // Another browser: the cookie is missing.
  const foreign = await visit(await begin(auth.client(), 'keycloak'), { keepsCookies: false })
  expect(foreign.origin).toBe('http://localhost:3000')
  expect(fragmentOf(foreign)).toMatchObject({ error_code: 'bad_oauth_state' })

  for (const query of ['', '?code=x&state=unknown', `?code=x&state=${'x'.repeat(5000)}`])
    expect(fragmentOf(await visit(`${auth.url}/callback${query}`))).toMatchObject({
      error_code: 'bad_oauth_state',
    })

  const authorize = await fetch(await begin(auth.client(), 'keycloak'), { redirect: 'manual' })
  const cookie = authorize.headers.getSetCookie()[0]!
  expect(cookie).toMatch(/HttpOnly/)
  const back = await fetch(authorize.headers.get('location')!, { redirect: 'manual' })
  const callback = back.headers.get('location')!
  const come = async () =>
    fragmentOf(
      new URL(
        (
          await fetch(callback, { redirect: 'manual', headers: { cookie: cookie.split(';')[0]! } })
        ).headers.get('location')!,
      ),
    )
  expect(await come()).toHaveProperty('access_token')
  expect(await come()).toMatchObject({ error_code: 'bad_oauth_state' })
})

test('two tabs of one browser sign in side by side, and what does not fit into tokens is left out', async () => {
  provider.state.person.name = 'N'.repeat(900)
  provider.state.person.picture = `https://example.com/${'p'.repeat(900)}`
  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  const email = `ann${count}@example.com`
  const { data } = await admin.createUser({
    email,
    email_confirm: true,
    user_metadata: { mine: 'x'.repeat(4000) },
  })
  const url = await begin(auth.client(), 'keycloak')
  const tabs = await Promise.all([0, 1].map(() => fetch(url, { redirect: 'manual' })))
  const cookie = tabs.flatMap((tab) => tab.headers.getSetCookie().map((set) => set.split(';')[0])).join('; ')
  for (const tab of tabs) {
    const back = await fetch(tab.headers.get('location')!, { redirect: 'manual' })
    const ended = await fetch(back.headers.get('location')!, { redirect: 'manual', headers: { cookie } })
    const session = fragmentOf(new URL(ended.headers.get('location')!))
    const { data: found } = await auth.client().getUser(session.access_token)
    expect(found.user).toMatchObject({ id: data.user!.id, user_metadata: { mine: 'x'.repeat(4000) } })
    expect(found.user!.user_metadata).not.toHaveProperty('picture')
  }
})

test('a provider that posts its answer gets a redirect that brings the cookie', async () => {
  const reply = await fetch(`${auth.url}/callback`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ code: 'c', state: 's', user: 'x' }),
  })
  expect([reply.status, reply.headers.get('location')]).toEqual([
    303,
    `${new URL(auth.url).pathname}/callback?code=c&state=s`,
  ])
})

test.each([
  '//evil.example',
  'https://evil.example/back',
  'https://app.example.com@evil.example/',
  'https://app.example.com.evil.example/',
  'https:\\\\evil.example',
  'javascript:alert(1)',
])('%s is not where a sign-in leads', async (redirectTo) => {
  const to = await visit(await begin(auth.client(), 'keycloak', { redirectTo }))
  expect(to.origin).toBe('http://localhost:3000')
})

test.each(['google', 'custom:none', 'nonsense', '', 'toString'])(
  'the provider "%s" is not enabled',
  async (name) => {
    const reply = await auth.send(`/authorize?provider=${name}`, { key: null })
    expect([reply.status, reply.body.error_code]).toEqual([400, 'validation_failed'])
  },
)

test('an app signs in with an ID token of the right client, nonce and key', async () => {
  const client = auth.client()
  const given = (token: string, nonce?: string) =>
    client.signInWithIdToken({ provider: 'keycloak', token, ...(nonce !== undefined && { nonce }) })
  const signed = await given(await provider.idToken())
  expect(signed.data.user).toMatchObject({ email: `ann${count}@example.com` })
  expect((await given(await provider.idToken({}, 'n-1'), 'n-1')).error).toBeNull()
  const refusals = await Promise.all([
    given(await provider.idToken({ aud: 'another-app' })),
    given(await provider.idToken({ iss: 'https://evil.example' })),
    given(await provider.idToken({ exp: 1 })),
    given(await provider.idToken({}, 'n-1'), 'n-2'),
    given(await provider.idToken({}, 'n-1')),
    given(`${(await provider.idToken()).slice(0, -4)}AAAA`),
    given('nonsense'),
  ])
  expect(refusals.map(({ error }) => [error?.status, error?.code])).toEqual([
    [400, 'bad_jwt'],
    [400, 'bad_jwt'],
    [400, 'bad_jwt'],
    [400, 'bad_jwt'],
    [400, 'validation_failed'],
    [400, 'bad_jwt'],
    [400, 'bad_jwt'],
  ])
  await auth.change({ providers: { keycloak: configured({ additional_client_ids: ['another-app'] }) } })
  expect((await given(await provider.idToken({ aud: 'another-app' }))).error).toBeNull()
})

test('an app may name the provider by client and issuer, and then only their tokens count', async () => {
  const others = configured({ client_id: 'elsewhere', url: 'https://id.example.com' })
  await auth.change({
    providers: { keycloak: configured({ additional_client_ids: ['app-2'] }), gitlab: others },
  })
  onTestFinished(
    async () => void (await auth.change({ providers: { keycloak: configured(), gitlab: null } })),
  )
  const give = async (body: object, claims = {}) => {
    const id_token = await provider.idToken(claims)
    const { status, body: answer } = await auth.send('/token?grant_type=id_token', {
      body: { id_token, ...body },
    })
    return status === 200 ? answer.user.app_metadata.provider : answer.error_code
  }
  const issuer = provider.origin
  expect(await give({ client_id: CLIENT_ID, issuer })).toBe('keycloak')
  expect(await give({ client_id: 'app-2', issuer }, { aud: 'app-2' })).toBe('keycloak')
  expect(await give({ provider: 'keycloak', client_id: CLIENT_ID, issuer })).toBe('keycloak')
  for (const [body, code] of [
    [{ client_id: CLIENT_ID }, 'validation_failed'],
    [{ issuer }, 'validation_failed'],
    [{ client_id: 'nobody', issuer }, 'validation_failed'],
    [{ client_id: CLIENT_ID, issuer: 'https://evil.example' }, 'validation_failed'],
    [{ client_id: 'elsewhere', issuer }, 'validation_failed'],
    // A client of the provider, but not the one that the token is for.
    [{ client_id: 'app-2', issuer }, 'bad_jwt'],
    [{ provider: 'keycloak', client_id: 'app-2' }, 'bad_jwt'],
    [{ provider: 'keycloak', client_id: 'nobody' }, 'validation_failed'],
    [{ provider: 'keycloak', issuer: 'https://evil.example' }, 'bad_jwt'],
  ] as const)
    expect(await give(body), JSON.stringify(body)).toBe(code)
})

/** What the app gets when a signed-in user links the account of the person at the provider. */
async function linked(client: Client) {
  const { data, error } = await client.linkIdentity({
    provider: 'keycloak',
    options: { redirectTo: APP, skipBrowserRedirect: true },
  })
  expect(error).toBeNull()
  return fragmentOf(await visit(data.url!))
}

test('a user links an account elsewhere, which is nobody else’s, and unlinks it', async () => {
  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  const email = 'linker@example.com'
  await admin.createUser({ email, password: 'secret 1', email_confirm: true })
  const client = auth.client()
  await client.signInWithPassword({ email, password: 'secret 1' })
  expect(await linked(client)).toHaveProperty('access_token')
  expect(await linked(client)).toMatchObject({ error_code: 'identity_already_exists' })
  const { identities } = (await client.getUserIdentities()).data!
  expect(identities.map((one) => one.provider)).toEqual(['email', 'keycloak'])

  expect((await client.unlinkIdentity(identities[0]!)).error).toBeNull()
  expect((await client.unlinkIdentity(identities[1]!)).error).toMatchObject({
    code: 'single_identity_not_deletable',
  })
  expect((await client.unlinkIdentity(identities[0]!)).error).toMatchObject({ code: 'identity_not_found' })
  // The password went with its identity.
  expect((await auth.client().signInWithPassword({ email, password: 'secret 1' })).error).toMatchObject({
    code: 'invalid_credentials',
  })
  await auth.change({ security_manual_linking_enabled: false })
  expect((await client.unlinkIdentity(identities[1]!)).error).toMatchObject({
    code: 'manual_linking_disabled',
  })
})

test('a provider that takes a request and never answers sends the person back with the reason', async () => {
  const asked = await fetch(await begin(auth.client(), 'keycloak'), { redirect: 'manual' })
  const cookie = asked.headers.getSetCookie()[0]!.split(';')[0]!
  const answered = await fetch(asked.headers.get('location')!, { redirect: 'manual' })
  provider.state.isSilent = true
  onTestFinished(() => {
    provider.state.isSilent = false
  })
  const back = await fetch(answered.headers.get('location')!, { redirect: 'manual', headers: { cookie } })
  expect(fragmentOf(new URL(back.headers.get('location')!))).toMatchObject({
    error_code: 'bad_oauth_callback',
    error_description: expect.stringContaining('Keycloak'),
  })
})

test('users are told by mail that an account elsewhere was linked or unlinked, when the settings say so', async () => {
  const tell = (areOn: boolean) =>
    auth.change({
      security_manual_linking_enabled: true,
      mailer_notifications_identity_linked_enabled: areOn,
      mailer_notifications_identity_unlinked_enabled: areOn,
    })
  onTestFinished(async () => void (await tell(false)))
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  for (const areOn of [false, true]) {
    const email = `told-${areOn}@example.com`
    await tell(areOn)
    provider.state.person = { ...provider.state.person, sub: `told-${areOn}` }
    await admin.createUser({ email, password: 'secret 1', email_confirm: true })
    const client = auth.client()
    await client.signInWithPassword({ email, password: 'secret 1' })
    expect(await linked(client)).toHaveProperty('access_token')
    expect((await auth.mailTo(email))?.kind).toBe(areOn ? 'identity_linked_notification' : undefined)
    const { identities } = (await client.getUserIdentities()).data!
    await client.unlinkIdentity(identities.find((one) => one.provider === 'keycloak')!)
    expect((await auth.mailTo(email))?.kind).toBe(areOn ? 'identity_unlinked_notification' : undefined)
  }
})

test('an account is not unlinked if the address that is left is that of another user', async () => {
  await auth.change({ security_manual_linking_enabled: true })
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const [email, other] = ['conflict@example.com', 'conflict-other@example.com']
  await admin.createUser({ email, password: 'secret 1', email_confirm: true })
  const client = auth.client()
  await client.signInWithPassword({ email, password: 'secret 1' })
  provider.state.person = { sub: 'p-conflict', email: other, email_verified: true }
  expect(await linked(client)).toHaveProperty('access_token')
  await admin.createUser({ email: other, email_confirm: true })
  const { identities } = (await client.getUserIdentities()).data!
  expect(
    (await client.unlinkIdentity(identities.find((one) => one.provider === 'email')!)).error,
  ).toMatchObject({ code: 'email_conflict_identity_not_deletable', status: 422 })
  // Nothing has changed.
  expect((await auth.client().signInWithPassword({ email, password: 'secret 1' })).error).toBeNull()
})

test('a user who unlinks both identities at once keeps one', async () => {
  const admin = auth.client('implicit', auth.keyOf('service_role')).admin
  const email = 'unlinker@example.com'
  const { data: created } = await admin.createUser({ email, password: 'secret 1', email_confirm: true })
  const client = auth.client()
  await client.signInWithPassword({ email, password: 'secret 1' })
  await auth.change({ security_manual_linking_enabled: true })
  await linked(client)
  const { identities } = (await client.getUserIdentities()).data!
  await auth.sql('create table followers (id uuid references auth.users)')
  // Locks the user, so that both wait.
  const HELD = 'insert into followers values ($1)'
  const unlinked = await auth.whileHeld(HELD, [created.user!.id], identities.length, () =>
    Promise.all(identities.map((identity) => client.unlinkIdentity(identity))),
  )
  const codes = unlinked.map(({ error }) => error?.code)
  expect(codes.toSorted()).toEqual(['single_identity_not_deletable', undefined])
  expect((await client.getUserIdentities()).data!.identities).toHaveLength(1)
})

test('tokens of a trusted issuer reach the Data API, as nobody who is a user here', async () => {
  const call = async (token: string, path = '/rest/v1/rpc/claims') => {
    const reply = await fetch(`${auth.origin}/p/${auth.ref}${path}`, {
      headers: { apikey: auth.keyOf('anon'), authorization: `Bearer ${token}` },
    })
    return { status: reply.status, body: await reply.json() }
  }
  await auth.sql(
    `create or replace function claims() returns json language sql as $$ select json_build_array(auth.jwt() ->> 'sub', current_user) $$`,
  )
  const role = { role: 'authenticated', sub: 'third|1' }
  const token = await provider.idToken(role)
  expect((await call(token)).status).toBe(401)
  await auth.change({ third_party_issuers: [provider.origin] })
  await expect
    .poll(async () => (await call(token)).body, { timeout: 30_000 })
    .toEqual(['third|1', 'authenticated'])
  const statuses = await Promise.all(
    [
      await provider.idToken({ ...role, exp: 1 }),
      await provider.idToken({ ...role, iss: 'https://evil.example' }),
      await provider.idToken({ ...role, role: 'service_role' }),
      await provider.idToken({ ...role, role: 'supabase_auth_admin' }),
      `${token.slice(0, -8)}AAAAAAAA`,
    ].map(async (one) => (await call(one)).status),
  )
  expect(statuses).toEqual([401, 401, 401, 403, 401])
  // With the id of a user.
  const [{ id }] = await auth.sql('select id from auth.users limit 1')
  expect(await call(await provider.idToken({ ...role, sub: id }), '/auth/v1/user')).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt' },
  })
  await auth.change({ third_party_issuers: [] })
  expect((await call(token)).status).toBe(401)
})

test('tokens of a trusted issuer reach storage, by the policies of the project', async () => {
  await auth.change({ third_party_issuers: [provider.origin] })
  onTestFinished(async () => void (await auth.change({ third_party_issuers: [] })))
  const storage = (path: string, init: RequestInit, token = auth.keyOf('service_role')) =>
    fetch(`${auth.origin}/p/${auth.ref}/storage/v1${path}`, {
      method: 'POST',
      ...init,
      headers: { ...init.headers, apikey: auth.keyOf('anon'), authorization: `Bearer ${token}` },
    })
  const made = await storage('/bucket', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'third' }),
  })
  expect(made.status).toBe(200)
  await auth.sql(`create policy third on storage.objects for insert to authenticated
    with check (bucket_id = 'third' and auth.jwt() ->> 'sub' = 'third|1')`)
  const upload = async (claims: object) => {
    const token = await provider.idToken({ role: 'authenticated', ...claims })
    const file = { headers: { 'content-type': 'text/plain' }, body: 'hello' }
    return (await storage('/object/third/note.txt', file, token)).ok
  }
  expect(await upload({ sub: 'third|2' })).toBe(false)
  expect(await upload({ sub: 'third|1', iss: 'https://evil.example' })).toBe(false)
  expect(await upload({ sub: 'third|1' })).toBe(true)
  expect(await auth.sql(`select name from storage.objects where bucket_id = 'third'`)).toEqual([
    { name: 'note.txt' },
  ])
})

test('two sign-ins of one person at once make one user', async () => {
  const url = await begin(auth.client(), 'keycloak')
  const both = await Promise.all([visit(url), visit(url), visit(url)])
  expect(both.map(fragmentOf)).toEqual(
    both.map(() => expect.objectContaining({ access_token: expect.any(String) })),
  )
  expect(
    await auth.sql('select count(*)::int as n from auth.users where email = $1', [`ann${count}@example.com`]),
  ).toEqual([{ n: 1 }])
})

test('a secret is stored sealed, never returned, and not sent to another address', async () => {
  const { body } = await auth.owner.call(getAuthSettings, { params: auth.params })
  expect(body.providers.keycloak).toMatchObject({ has_secret: true, client_id: CLIENT_ID })
  expect(JSON.stringify(body)).not.toContain(provider.settings.secret)
  const { secret: _, ...moved } = configured({ url: 'https://elsewhere.example' })
  const change = (providers: object) =>
    auth.owner.call(updateAuthSettings, { params: auth.params, body: { providers } as never })
  expect(await change({ keycloak: moved })).toMatchObject({ status: 400 })
  expect(await change({ nonsense: moved })).toMatchObject({ status: 400 })
  expect(await change({ google: configured() })).toMatchObject({ status: 400 })
  expect(await change({ keycloak: null })).toMatchObject({ status: 200, body: { providers: { github: {} } } })
  expect((await auth.send('/settings')).body.external).toMatchObject({ keycloak: false, github: true })
})
