import { deleteAuthUser, endAuthSession, getAuthUser } from '@basalt/contract/auth/auth.endpoints.ts'
import { listLogEvents } from '@basalt/contract/logs/logs.endpoints.ts'
import { ethereumWallet } from '@basalt/testing/ethereum-wallet.ts'
import { openIdentityProvider } from '@basalt/testing/identity-provider.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'
import { runJob } from '../../test/run-job.ts'

/** What the audit log of users tells of refusals, servers and members, and how long. */

let auth: AuthFixture
let provider: Awaited<ReturnType<typeof openIdentityProvider>>
beforeAll(async () => {
  provider = await openIdentityProvider()
  auth = await openAuth({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  await auth.change({
    site_url: 'https://shop.example.com',
    external_phone_enabled: true,
    external_web3_ethereum_enabled: true,
    passkey_enabled: true,
    webauthn_rp_id: 'shop.example.com',
    webauthn_rp_origins: ['https://shop.example.com'],
    providers: { keycloak: { additional_client_ids: [], skip_nonce_check: false, ...provider.settings } },
  })
})
afterAll(async () => {
  await auth[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const PASSWORD = 'correct horse'
const server = () => auth.client('implicit', auth.keyOf('service_role')).admin

/** The newest entries, newest first. */
const newest = (limit: number) =>
  auth.sql(
    `select payload ->> 'action' as action, payload ->> 'actor_username' as name, payload -> 'traits' as traits
     from auth.audit_log_entries order by created_at desc, id limit $1`,
    [limit],
  )

test.each<[string, object, () => Promise<unknown>]>([
  [
    'a code by message',
    { name: '15550001111', traits: { provider: 'phone', method: 'otp', reason: 'otp_expired' } },
    () => auth.client().verifyOtp({ phone: '+15550001111', token: '123456', type: 'sms' }),
  ],
  [
    'the token of a link',
    { name: '', traits: { provider: 'email', method: 'recovery', reason: 'otp_expired' } },
    () => auth.client().verifyOtp({ token_hash: 'unknown', type: 'recovery' }),
  ],
  [
    'the code of a PKCE flow',
    { name: '', traits: { method: 'pkce', reason: 'flow_state_not_found' } },
    () =>
      auth.send('/token?grant_type=pkce', {
        body: { auth_code: crypto.randomUUID(), code_verifier: 'x'.repeat(43) },
      }),
  ],
  [
    'an ID token',
    { name: '', traits: { provider: 'keycloak', reason: 'bad_jwt' } },
    () => auth.client().signInWithIdToken({ provider: 'keycloak', token: 'a.b.c' }),
  ],
  [
    'a wallet',
    { name: '', traits: { provider: 'web3', chain: 'ethereum', reason: 'invalid_credentials' } },
    () =>
      auth.client().signInWithWeb3({
        chain: 'ethereum',
        wallet: ethereumWallet(),
        options: { url: 'https://elsewhere.example.com/' },
      } as never),
  ],
  [
    'a passkey',
    { name: '', traits: { provider: 'passkey', reason: 'webauthn_challenge_not_found' } },
    () =>
      auth.send('/passkeys/authentication/verify', {
        body: {
          challenge_id: crypto.randomUUID(),
          credential: {
            id: 'AAAA',
            rawId: 'AAAA',
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
          },
        },
      }),
  ],
])('a refusal of %s is noted', async (_what, expected, tryIt) => {
  await tryIt()
  expect(await newest(1)).toMatchObject([{ action: 'login_failed', ...expected }])
})

test('a refusal at a provider is noted with the address that it told', async () => {
  await server().createUser({ email: 'claimed@example.com', email_confirm: true })
  provider.state.person = { sub: 'claimed', email: 'claimed@example.com', email_verified: false }
  const { data } = await auth.client().signInWithOAuth({ provider: 'keycloak' })
  const asked = await fetch(data.url!, { redirect: 'manual' })
  const cookie = asked.headers.getSetCookie()[0]!.split(';')[0]!
  const answered = await fetch(asked.headers.get('location')!, { redirect: 'manual' })
  await fetch(answered.headers.get('location')!, { redirect: 'manual', headers: { cookie } })
  expect(await newest(1)).toMatchObject([
    {
      action: 'login_failed',
      name: 'claimed@example.com',
      traits: { provider: 'keycloak', reason: 'provider_email_needs_verification' },
    },
  ])
})

test('a call beyond a limit is not noted, so that entries are bounded', async () => {
  await auth.change({ rate_limit_verify: 1 })
  const tries = Array.from({ length: 4 }, () =>
    auth.client().verifyOtp({ token_hash: 'unknown', type: 'recovery' }),
  )
  const codes = (await Promise.all(tries)).map(({ error }) => error?.code)
  await auth.change({ rate_limit_verify: 100_000 })
  expect(codes).toContain('over_request_rate_limit')
  const [{ count }] = await auth.sql(
    `select count(*)::int as count from auth.audit_log_entries where payload -> 'traits' ->> 'reason' like 'over_%'`,
  )
  expect(count).toBe(0)
})

test('links that a server makes, and users that it invites and deletes, are noted as done by it', async () => {
  const email = 'made@example.com'
  await server().generateLink({ type: 'magiclink', email })
  const made = { by: 'admin', link: 'magiclink' }
  expect(await newest(2)).toEqual(
    expect.arrayContaining([
      { action: 'user_signedup', name: email, traits: made },
      { action: 'user_recovery_requested', name: email, traits: made },
    ]),
  )
  for (const [request, action] of [
    [{ type: 'recovery', email }, 'user_recovery_requested'],
    [{ type: 'email_change_new', email, newEmail: 'new-made@example.com' }, 'user_modified'],
    [{ type: 'invite', email: 'link-invited@example.com' }, 'user_invited'],
    [{ type: 'signup', email: 'link-signed@example.com', password: PASSWORD }, 'user_confirmation_requested'],
  ] as const) {
    await server().generateLink(request)
    expect(await newest(request.type === 'signup' ? 2 : 1)).toContainEqual({
      action,
      name: request.email,
      traits: { by: 'admin', link: request.type },
    })
  }
  const { data } = await server().inviteUserByEmail('invited@example.com')
  expect(await newest(1)).toMatchObject([
    { action: 'user_invited', name: 'invited@example.com', traits: { by: 'admin' } },
  ])
  await auth.owner.call(deleteAuthUser, { params: { ...auth.params, id: data.user!.id } })
  expect(await newest(1)).toMatchObject([
    { action: 'user_deleted', name: 'invited@example.com', traits: { by: 'admin' } },
  ])
})

test('a session that a member ends is noted with its user, and another user’s is not ended', async () => {
  const email = 'ended@example.com'
  const { data } = await server().createUser({ email, password: PASSWORD, email_confirm: true })
  const other = await server().createUser({ email: 'not-ended@example.com' })
  const client = auth.client()
  await client.signInWithPassword({ email, password: PASSWORD })
  const params = { ...auth.params, id: data.user!.id }
  const [session] = (await auth.owner.call(getAuthUser, { params })).body.sessions
  const end = (id: string) =>
    auth.owner.call(endAuthSession, { params: { ...params, id, session: session!.id } })
  expect((await end(other.data.user!.id)).status).toBe(404)
  expect((await end(data.user!.id)).status).toBe(200)
  expect((await client.getUser()).error).not.toBeNull()
  expect(await newest(1)).toEqual([
    { action: 'logout', name: email, traits: { by: 'admin', session_id: session!.id } },
  ])
})

test('a server reads the audit log in pages, and by author and action', async () => {
  await server().createUser({ email: 'read-audit@example.com', email_confirm: true })
  const read = (query: string, key = auth.keyOf('service_role')) => auth.send(`/admin/audit${query}`, { key })
  const page = await read('?page=1&per_page=2')
  expect(page.body).toHaveLength(2)
  expect(page.body[0]).toEqual({
    id: expect.any(String),
    payload: expect.objectContaining({ action: 'user_signedup', actor_username: 'read-audit@example.com' }),
    created_at: expect.any(String),
    ip_address: expect.any(String),
  })
  expect(Number(page.headers.get('x-total-count'))).toBeGreaterThan(2)
  expect(page.headers.get('link')).toMatch(/admin\/audit\?page=2&per_page=2>; rel="next"/)
  const found = await read('?query=author:READ-audit@example.com')
  expect(found.body).toMatchObject([{ payload: { action: 'user_signedup' } }])
  const { body } = await read('?query=action:user_signedup')
  expect(new Set(body.map(({ payload }: { payload: { action: string } }) => payload.action))).toEqual(
    new Set(['user_signedup']),
  )
  expect(await read('?query=password:x')).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  })
  expect(await read('', auth.keyOf('anon'))).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
})

/** What the log of the API says that calls did, by a search. */
const logged = async (q: string) => {
  const params = { ref: auth.ref, source: 'auth_logs' as const }
  const { body } = await auth.owner.call(listLogEvents, { params, query: { q } })
  return body.events.map(({ fields }) => fields.audit_action ?? null).toSorted()
}

test('entries that are not to be in the database are in the log alone', async () => {
  await auth.change({ audit_log_disable_postgres: true })
  onTestFinished(async () => void (await auth.change({ audit_log_disable_postgres: false })))
  const entries = async () =>
    (await auth.sql('select count(*)::int as count from auth.audit_log_entries'))[0]!.count
  const before = await entries()
  const email = 'only-logged@example.com'
  const { data } = await server().createUser({ email, password: PASSWORD, email_confirm: true })
  const client = auth.client()
  await client.signInWithPassword({ email, password: 'wrong' })
  await client.signInWithPassword({ email, password: PASSWORD })
  await client.updateUser({ data: { plan: 'gold' } })
  await client.signOut()
  await server().customProviders.createProvider({
    provider_type: 'oauth2',
    identifier: 'custom:logged',
    name: 'Logged',
    client_id: 'a',
    client_secret: 'b',
    authorization_url: 'https://id.example.com/authorize',
    token_url: 'https://id.example.com/token',
    userinfo_url: 'https://id.example.com/me',
  })
  await expect
    .poll(() => logged(`user_id:${data.user!.id}`), { timeout: 30_000 })
    .toEqual(['login', 'login_failed', 'logout', 'user_modified', 'user_signedup'])
  await expect
    .poll(() => logged('audit_action:custom_provider_created'), { timeout: 30_000 })
    .toEqual(['custom_provider_created'])
  expect(await entries()).toBe(before)
})

test('what a call did and took back is not in the log', async () => {
  await auth.change({ mailer_autoconfirm: true })
  await auth.sql(`create function public.refuse() returns trigger language plpgsql
      as 'begin raise ''not today''; end';
    create trigger refuse before insert on auth.sessions for each row execute function public.refuse()`)
  onTestFinished(async () => {
    await auth.change({ mailer_autoconfirm: false })
    await auth.sql('drop function public.refuse cascade')
  })
  const body = { email: 'taken-back@example.com', password: PASSWORD }
  expect((await auth.send('/signup', { body })).status).toBe(500)
  await expect.poll(() => logged('path:*signup* status:500'), { timeout: 30_000 }).toEqual([null])
})

test('what has expired is removed in the background, and nothing else', async () => {
  await auth.change({ audit_log_kept_days: 30 })
  const { data } = await server().createUser({ email: 'cleaned@example.com' })
  const id = data.user!.id
  await auth.sql(
    `insert into auth.audit_log_entries (id, payload, created_at)
     select gen_random_uuid(), '{"action": "aged"}', now() - n * interval '1 day' from unnest('{29,31,400}'::int[]) n`,
  )
  await auth.sql(
    `with f as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       select gen_random_uuid(), $1, status || age, 'totp', status::auth.factor_status, now() - age::interval, now()
       from unnest('{unverified,verified}'::text[]) status, unnest('{1 hour,2 days}'::text[]) age
       returning id, friendly_name)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     select gen_random_uuid(), f.id, now() - age::interval, '127.0.0.1'
     from f, unnest('{1 minute,2 days}'::text[]) age where f.friendly_name = 'verified2 days'`,
    [id],
  )
  await runJob(auth, 'auth-clean-up')
  const [left] = await auth.sql(
    `select
         (select array_agg(round(extract(epoch from now() - created_at) / 86400)::int)
          from auth.audit_log_entries where payload ->> 'action' = 'aged') as aged,
         (select array_agg(friendly_name order by friendly_name) from auth.mfa_factors where user_id = $1) as factors,
         (select count(*)::int from auth.mfa_challenges) as challenges`,
    [id],
  )
  expect(left).toEqual({
    aged: [29],
    factors: ['unverified1 hour', 'verified1 hour', 'verified2 days'],
    challenges: 1,
  })
})
