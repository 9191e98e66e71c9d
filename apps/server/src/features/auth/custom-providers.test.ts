import { updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import { PROVIDERS_MAX } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { CLIENT_ID, CLIENT_SECRET, openIdentityProvider } from '@basalt/testing/identity-provider.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Servers set providers up by the unmodified client library, and people sign in with them. */

let auth: AuthFixture
let provider: Awaited<ReturnType<typeof openIdentityProvider>>
type Providers = ReturnType<AuthFixture['client']>['admin']['customProviders']
let admin: Providers
type NewProvider = Parameters<Providers['createProvider']>[0]

beforeAll(async () => {
  provider = await openIdentityProvider()
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  admin = auth.client('implicit', auth.keyOf('service_role')).admin.customProviders
  await auth.change({ security_manual_linking_enabled: true, uri_allow_list: [`${APP}**`] })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const APP = 'https://app.example.com/back'
let count = 0
let identifier: `custom:${string}`
beforeEach(() => {
  count += 1
  identifier = `custom:idp-${count}`
  Object.assign(provider.state, {
    person: { sub: `c-${count}`, email: `eva${count}@example.com`, email_verified: true, name: 'Eva' },
    onlyInUserInfo: [],
    configuration: {},
  })
})

const oidc = (more: Partial<NewProvider> = {}): NewProvider => ({
  provider_type: 'oidc',
  identifier,
  name: 'Acme',
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  issuer: provider.origin,
  ...more,
})
const oauth2 = (more: Partial<NewProvider> = {}): NewProvider => ({
  provider_type: 'oauth2',
  identifier,
  name: 'Acme',
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  authorization_url: `${provider.origin}/login/oauth/authorize`,
  token_url: `${provider.origin}/login/oauth/access_token`,
  userinfo_url: `${provider.origin}/userinfo`,
  ...more,
})

/** Follows redirects as a browser does, with cookies; resolves to what the app gets behind the #. */
async function visit(url: string) {
  let cookie = ''
  let at = new URL(url)
  for (let steps = 0; steps < 6 && at.hostname === '127.0.0.1'; steps += 1) {
    const reply = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    at = new URL(reply.headers.get('location')!, at)
  }
  return Object.fromEntries(new URLSearchParams(at.hash.slice(1)))
}
const signIn = async (scopes?: string) => {
  const options = { redirectTo: APP, ...(scopes !== undefined && { scopes }) }
  const { data } = await auth.client().signInWithOAuth({ provider: identifier, options })
  return visit(data.url!)
}
const userOf = async ({ access_token }: Record<string, string>) =>
  (await auth.client().getUser(access_token)).data.user!

test('a provider of OpenID Connect is made, read, listed, changed and deleted, without its secret', async () => {
  const created = await admin.createProvider(oidc({ scopes: ['email'], acceptable_client_ids: ['app'] }))
  expect(created.error).toBeNull()
  expect(created.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    provider_type: 'oidc',
    identifier,
    name: 'Acme',
    client_id: CLIENT_ID,
    acceptable_client_ids: ['app'],
    scopes: ['openid', 'email'],
    custom_claims_allowlist: [],
    pkce_enabled: true,
    attribute_mapping: {},
    authorization_params: {},
    enabled: true,
    email_optional: false,
    skip_nonce_check: false,
    issuer: provider.origin,
    discovery_document: expect.objectContaining({
      issuer: provider.origin,
      token_endpoint: `${provider.origin}/token`,
      jwks_uri: `${provider.origin}/keys`,
    }),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const changed = await admin.updateProvider(identifier, { name: 'Acme EU', scopes: ['profile'] })
  expect(changed.data).toMatchObject({
    id: created.data!.id,
    name: 'Acme EU',
    scopes: ['openid', 'profile'],
    acceptable_client_ids: ['app'],
    created_at: created.data!.created_at,
  })
  expect((await admin.getProvider(identifier)).data).toMatchObject({ name: 'Acme EU' })
  const other = `custom:plain-${count}`
  await admin.createProvider(oauth2({ identifier: other }))
  const listed = async (type?: 'oauth2' | 'oidc') =>
    (await admin.listProviders(type && { type })).data.providers.map((one) => one.identifier)
  expect(await listed()).toEqual(expect.arrayContaining([identifier, other]))
  expect(await listed('oauth2')).toContain(other)
  expect(await listed('oauth2')).not.toContain(identifier)

  // The page of the dashboard has the same ones.
  expect((await auth.settings()).providers[identifier]).toMatchObject({
    has_secret: true,
    url: provider.origin,
    custom: { name: 'Acme EU', provider_type: 'oidc' },
  })
  expect(JSON.stringify([created, changed, await auth.settings()])).not.toContain(CLIENT_SECRET)

  expect(await admin.deleteProvider(identifier)).toEqual({ data: null, error: null })
  const gone = { status: 404, code: 'custom_provider_not_found' }
  expect((await admin.getProvider(identifier)).error).toMatchObject(gone)
  expect((await admin.updateProvider(identifier, { name: 'x' })).error).toMatchObject(gone)
  expect((await admin.deleteProvider(identifier)).error).toMatchObject(gone)
})

test('people sign in with a provider that a server made, until it is off', async () => {
  await admin.createProvider(
    oidc({ scopes: ['email', 'groups'], authorization_params: { prompt: 'consent', acr: 'high' } }),
  )
  const user = await userOf(await signIn('offline'))
  expect(user).toMatchObject({
    email: `eva${count}@example.com`,
    app_metadata: { provider: identifier, providers: [identifier] },
    identities: [{ provider: identifier, id: `c-${count}` }],
  })
  expect(Object.fromEntries(provider.state.asked.at(-1)!)).toMatchObject({
    scope: 'openid email groups offline',
    prompt: 'consent',
    acr: 'high',
    code_challenge_method: 'S256',
    nonce: expect.any(String),
  })

  const byToken = await auth
    .client()
    .signInWithIdToken({ provider: identifier, token: await provider.idToken() })
  expect(byToken.data.user).toMatchObject({ id: user.id })

  await admin.updateProvider(identifier, { enabled: false })
  const { data } = await auth.client().signInWithOAuth({ provider: identifier })
  expect((await fetch(data.url!, { redirect: 'manual' })).status).toBe(400)
})

test('a provider without discovery is read by its user info, with mapped attributes and kept claims', async () => {
  await admin.createProvider(
    oauth2({
      pkce_enabled: false,
      attribute_mapping: { sub: 'employee', email: 'mail', name: 'cn', email_verified: true },
      custom_claims_allowlist: ['groups', 'long', 'absent'],
    }),
  )
  provider.state.person = {
    sub: 'ignored',
    employee: 4711,
    mail: `mapped${count}@example.com`,
    cn: 'Eva Mapped',
    groups: ['bakers', 'admins'],
    long: 'x'.repeat(2000),
    role: 'service_role',
  }
  const user = await userOf(await signIn())
  expect(user).toMatchObject({
    email: `mapped${count}@example.com`,
    email_confirmed_at: expect.any(String),
    role: 'authenticated',
    identities: [{ id: '4711' }],
    user_metadata: { full_name: 'Eva Mapped', custom_claims: { groups: ['bakers', 'admins'] } },
  })
  expect(user.user_metadata.custom_claims).not.toHaveProperty('long')
  expect(provider.state.asked.at(-1)!.has('code_challenge')).toBe(false)
  const token = await auth
    .client()
    .signInWithIdToken({ provider: identifier, token: await provider.idToken() })
  expect(token.error).toMatchObject({ code: 'validation_failed' })
})

test('a mapped address that is missing is not replaced by one that people choose themselves', async () => {
  const admins = auth.client('implicit', auth.keyOf('service_role')).admin
  const email = `owner${count}@example.com`
  await admins.createUser({ email, email_confirm: true })
  await admin.createProvider(
    oauth2({ attribute_mapping: { email: 'work_mail', email_verified: true }, email_optional: true }),
  )
  provider.state.person = { sub: `c-${count}`, email }
  const user = await userOf(await signIn())
  expect(user.email).toBe('')
  await admin.updateProvider(identifier, { email_optional: false })
  provider.state.person = { sub: `c-${count}-b`, email }
  expect(await signIn()).toMatchObject({ error_code: 'validation_failed' })
  // An id is not replaced either.
  await admin.updateProvider(identifier, { attribute_mapping: { sub: 'employee' } })
  expect(await signIn()).toMatchObject({ error_code: 'bad_oauth_callback' })
})

test('claims that the ID token lacks are read from the user info, and claims that nobody asked to keep are not kept', async () => {
  await admin.createProvider(oidc({ custom_claims_allowlist: ['groups'] }))
  Object.assign(provider.state.person, { groups: ['bakers'], custom_claims: { admin: true } })
  provider.state.onlyInUserInfo = ['groups']
  const { user_metadata } = await userOf(await signIn())
  expect(user_metadata.custom_claims).toEqual({ groups: ['bakers'] })

  await admin.updateProvider(identifier, { custom_claims_allowlist: [] })
  provider.state.person.sub = `c-${count}-other`
  provider.state.person.email = `other${count}@example.com`
  expect((await userOf(await signIn())).user_metadata).not.toHaveProperty('custom_claims')
})

test('people without an address sign in where that is allowed, each with one account', async () => {
  await admin.createProvider(oauth2())
  provider.state.person = { sub: `c-${count}` }
  expect(await signIn()).toMatchObject({ error_code: 'validation_failed' })
  await admin.updateProvider(identifier, { email_optional: true })
  const user = await userOf(await signIn())
  expect(user).toMatchObject({ email: '', identities: [{ provider: identifier }] })
  expect(user.email_confirmed_at).toBeUndefined()
  expect((await userOf(await signIn())).id).toBe(user.id)
  provider.state.person = { sub: `c-${count}-b` }
  expect((await userOf(await signIn())).id).not.toBe(user.id)
})

test('a user links an account of such a provider', async () => {
  await admin.createProvider(oauth2())
  const email = `linker${count}@example.com`
  const users = auth.client('implicit', auth.keyOf('service_role')).admin
  await users.createUser({ email, password: 'secret 1', email_confirm: true })
  const client = auth.client()
  await client.signInWithPassword({ email, password: 'secret 1' })
  const { data } = await client.linkIdentity({
    provider: identifier,
    options: { redirectTo: APP, skipBrowserRedirect: true },
  })
  await visit(data.url!)
  const { identities } = (await client.getUserIdentities()).data!
  expect(identities.map((one) => one.provider)).toEqual(['email', identifier])
})

test('a configuration at another address is used, if it is that of the issuer', async () => {
  const discovery_url = `${provider.origin}/.well-known/elsewhere`
  expect((await admin.createProvider(oidc({ discovery_url }))).error).toBeNull()
  expect(await signIn()).toHaveProperty('access_token')
  const refused = async (more: Partial<NewProvider>) =>
    (await admin.createProvider(oidc({ identifier: `${identifier}-x`, ...more }))).error
  const failed = { status: 400, code: 'validation_failed' }
  expect(await refused({ discovery_url, issuer: 'https://other.example' })).toMatchObject(failed)
  expect(await refused({ issuer: `${provider.origin}/nothing` })).toMatchObject(failed)
  const moved = await openIdentityProvider()
  moved.state.configuration = { jwks_uri: undefined }
  expect(await refused({ issuer: moved.origin })).toMatchObject({
    ...failed,
    message: expect.stringContaining('jwks_uri'),
  })
  const elsewhere = { issuer: moved.origin, jwks_uri: `${moved.origin}/keys` }
  expect((await admin.createProvider(oidc({ identifier: `${identifier}-y`, ...elsewhere }))).error).toBeNull()
  await moved[Symbol.asyncDispose]()
  expect((await admin.getProvider(`${identifier}-x`)).error).toMatchObject({ status: 404 })
})

test.each<[string, Partial<NewProvider>]>([
  ['no name', { name: '' }],
  ['no client', { client_id: '' }],
  ['no issuer', { issuer: '' }],
  ['the name of a ready-made one', { identifier: 'custom:google' }],
  ['a name in capitals', { identifier: 'custom:Acme' }],
  ['an address that is none', { issuer: 'nonsense' }],
  ['addresses of the other kind', { token_url: 'https://x.example/token' }],
  ['a role from the provider', { attribute_mapping: { role: 'role' } }],
  ['app metadata from the provider', { attribute_mapping: { app_metadata: { admin: true } } }],
  ['a state of its own', { authorization_params: { state: 'x' } }],
  ['a scope with a space', { scopes: ['a b'] }],
  ['another kind', { provider_type: 'saml' as 'oidc' }],
])('a provider with %s is refused', async (_what, more) => {
  expect((await admin.createProvider(oidc(more))).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
})

test('a name is given once, also when it is asked for twice at once', async () => {
  const outcomes = await Promise.all([0, 1, 2].map(() => admin.createProvider(oauth2())))
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
  expect(outcomes.find(({ error }) => error)?.error).toMatchObject({ status: 400, code: 'conflict' })
  // Without the prefix, it is the same name.
  const again = await admin.createProvider(oauth2({ identifier: identifier.slice('custom:'.length) }))
  expect(again.error).toMatchObject({ code: 'conflict' })
})

test('the secret never goes to an address that it was not entered for', async () => {
  await admin.createProvider(oauth2())
  const thief = { token_url: 'https://thief.example/token' }
  expect((await admin.updateProvider(identifier, thief)).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
  expect((await admin.getProvider(identifier)).data).toMatchObject({ token_url: oauth2().token_url })
  const moved = await admin.updateProvider(identifier, { ...thief, client_secret: 'another' })
  expect(moved.data).toMatchObject(thief)
})

test('only servers manage providers, and the dashboard gives ready-made ones no addresses', async () => {
  const { error } = await auth.client().admin.customProviders.listProviders()
  expect(error).toMatchObject({ status: 403, code: 'not_admin' })
  const created = await admin.createProvider(oauth2())
  const { created_at: _, updated_at: __, ...custom } = (await auth.settings()).providers[identifier]!.custom!
  expect(created.error).toBeNull()
  const reply = await auth.owner.send('PATCH', updateAuthSettings.path.replace(':ref', auth.ref), {
    providers: { google: { enabled: false, client_id: '', custom } },
  })
  expect(reply.status).toBe(400)
})

test('what servers do with providers is in the audit log, what is refused is not', async () => {
  const noted = 'custom:noted'
  expect((await admin.createProvider({ ...oauth2(), identifier: noted })).error).toBeNull()
  await admin.createProvider({ ...oauth2(), identifier: noted })
  expect((await admin.updateProvider(noted, { name: 'Other' })).error).toBeNull()
  expect((await admin.deleteProvider(noted)).error).toBeNull()
  expect((await admin.deleteProvider(noted)).error).not.toBeNull()
  const entries = await auth.sql(
    `select payload ->> 'action' as action, payload -> 'traits' ->> 'by' as by, ip_address as ip
     from auth.audit_log_entries where payload -> 'traits' ->> 'provider' = $1 order by created_at`,
    [noted],
  )
  expect(entries).toEqual(
    ['created', 'updated', 'deleted'].map((what) => ({
      action: `custom_provider_${what}`,
      by: 'admin',
      ip: '127.0.0.1',
    })),
  )
})

test('a project has a limited number of providers', async () => {
  const room = PROVIDERS_MAX - Object.keys((await auth.settings()).providers).length
  const off = {
    enabled: false,
    client_id: '',
    additional_client_ids: [],
    url: null,
    skip_nonce_check: false,
  }
  await auth.change({
    providers: Object.fromEntries(Array.from({ length: room }, (_, index) => [`custom:many-${index}`, off])),
  })
  expect((await admin.createProvider(oauth2())).error).toMatchObject({
    status: 400,
    code: 'over_custom_provider_quota',
  })
})
