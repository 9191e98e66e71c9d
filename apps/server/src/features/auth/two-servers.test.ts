import type { AddressInfo } from 'node:net'
import { listAuthMails, updateAuthSettings } from '@basalt/contract/auth/auth.endpoints.ts'
import type { AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { createSigningKey, updateSigningKey } from '@basalt/contract/keys/signing-keys.endpoints.ts'
import { openIdentityProvider } from '@basalt/testing/identity-provider.ts'
import { AuthClient } from '@supabase/auth-js'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

/** Two servers for one project: each call of a client reaches another one than the call before. */

const PASSWORD = 'correct horse'
const APP = 'https://app.example.com/back'

const closing = new AsyncDisposableStack()
let origins: string[]
let owner: Person
let ref: string
let anon: string
let provider: Awaited<ReturnType<typeof openIdentityProvider>>

beforeAll(async () => {
  provider = closing.use(await openIdentityProvider())
  const base = closing.use(await newBase())
  const env = { BASALT_PRIVATE_NETWORKS: 'allow' }
  const one = closing.use(await openAppOn(base, { env, followsOthers: true }))
  // A data directory has one server; what they share is the metadata and the databases of projects.
  const { root } = closing.use(await newBase())
  const other = closing.use(
    await openAppOn({ ...base, root }, { env, followsOthers: true, wrapEngine: () => one.engine }),
  )
  origins = []
  for (const { app } of [one, other]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    origins.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  }
  owner = await signUp(one)
  ;({ ref } = await aProject(owner, await anOrganization(owner)))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  anon = keys.find(({ name }) => name === 'anon')!.api_key!
  await change({
    smtp_max_frequency: 0,
    mailer_autoconfirm: true,
    uri_allow_list: [APP],
    providers: { keycloak: { additional_client_ids: [], skip_nonce_check: false, ...provider.settings } },
  })
})
afterAll(() => closing.disposeAsync())

const params = () => ({ ref })
/** By the first server. */
const change = (body: AuthSettingsChange) => owner.call(updateAuthSettings, { params: params(), body })

let calls = 0
/** Sends to one server after the other. */
const inTurns = (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
  calls += 1
  const { pathname, search } = new URL(String(input))
  return fetch(`${origins[calls % 2]}${pathname}${search}`, init)
}

function aClient(flowType: 'implicit' | 'pkce' = 'implicit') {
  const items = new Map<string, string>()
  return new AuthClient({
    url: `${origins[0]}/p/${ref}/auth/v1`,
    headers: { apikey: anon, Authorization: `Bearer ${anon}` },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    flowType,
    fetch: inTurns as typeof fetch,
    storage: {
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => void items.set(name, value),
      removeItem: (name) => void items.delete(name),
    },
  })
}
const send = (path: string, body: object) =>
  inTurns(`${origins[0]}/p/${ref}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: anon, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const codeTo = async (email: string) => {
  const { body } = await owner.call(listAuthMails, { params: params() })
  return /code: (\d+)/.exec(body.mails.find(({ recipient }) => recipient === email)?.html ?? '')?.[1]
}

test('a session is renewed by either server, and a stolen token ends it at both', async () => {
  const client = aClient()
  const email = 'renewed@example.com'
  await client.signUp({ email, password: PASSWORD })
  const { data } = await client.signInWithPassword({ email, password: PASSWORD })
  const stolen = data.session!.refresh_token
  for (let turn = 0; turn < 4; turn += 1) expect((await client.refreshSession()).error).toBeNull()
  await change({ security_refresh_token_reuse_interval: 0 })
  const reused = async () => {
    const reply = await send('/token?grant_type=refresh_token', { refresh_token: stolen })
    return ((await reply.json()) as { error_code?: string }).error_code
  }
  await expect.poll(reused, { timeout: 10_000 }).toBe('refresh_token_not_found')
  for (let turn = 0; turn < 2; turn += 1) expect((await client.getUser()).error).not.toBeNull()
})

test('a second factor, a mailed code and a provider lead in from either server', async () => {
  const client = aClient()
  const email = 'either@example.com'
  await client.signUp({ email, password: PASSWORD })
  const { data: enrolled } = await client.mfa.enroll({ factorType: 'totp' })
  const factorId = enrolled!.id
  const code = () => new TOTP({ secret: enrolled!.totp.secret }).generate()
  const { data: challenge } = await client.mfa.challenge({ factorId })
  const verified = await client.mfa.verify({ factorId, challengeId: challenge!.id, code: code() })
  expect(verified.error).toBeNull()

  const mailed = aClient('pkce')
  await mailed.signInWithOtp({ email })
  const { data } = await mailed.verifyOtp({ email, token: (await codeTo(email))!, type: 'email' })
  expect(data.user!.email).toBe(email)

  const away = aClient('pkce')
  const begun = await away.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: APP, skipBrowserRedirect: true },
  })
  const asked = await inTurns(begun.data.url!, { redirect: 'manual' })
  const cookie = asked.headers.getSetCookie()[0]!.split(';')[0]!
  const answered = await fetch(asked.headers.get('location')!, { redirect: 'manual' })
  const back = await inTurns(answered.headers.get('location')!, { redirect: 'manual', headers: { cookie } })
  const to = new URL(back.headers.get('location')!)
  const exchanged = await away.exchangeCodeForSession(to.searchParams.get('code')!)
  expect(exchanged.data.user!.email).toBe(provider.state.person.email)
})

test('wrong codes are counted by both servers together', async () => {
  const email = 'guessed@example.com'
  const client = aClient()
  await client.signInWithOtp({ email })
  const token = (await codeTo(email))!
  const wrong = token === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < 10; tries += 1) await client.verifyOtp({ email, token: wrong, type: 'email' })
  for (let turn = 0; turn < 2; turn += 1)
    expect((await client.verifyOtp({ email, token, type: 'email' })).error).toMatchObject({
      code: 'otp_expired',
    })
})

test('settings and signing keys that one server changes count at the other', async () => {
  const client = aClient()
  const credentials = { email: 'settings@example.com', password: PASSWORD }
  await client.signUp(credentials)
  await change({ external_email_enabled: false })
  const codes = async () => {
    const [a, b] = [
      await client.signInWithPassword(credentials),
      await client.signInWithPassword(credentials),
    ]
    return [a.error?.code, b.error?.code]
  }
  await expect
    .poll(codes, { timeout: 10_000 })
    .toEqual(['email_provider_disabled', 'email_provider_disabled'])
  await change({ external_email_enabled: true })
  await expect.poll(codes, { timeout: 10_000 }).toEqual([undefined, undefined])

  const { body: key } = await owner.call(createSigningKey, {
    params: params(),
    body: { algorithm: 'ES256' },
  })
  await owner.call(updateSigningKey, { params: { ref, id: key.id }, body: { status: 'in_use' } })
  const kids = async () => {
    const heads: unknown[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const { data } = await client.signInWithPassword(credentials)
      const head = data.session!.access_token.split('.')[0]!
      heads.push(JSON.parse(Buffer.from(head, 'base64url').toString()).kid)
      expect((await client.getUser()).error).toBeNull()
    }
    return heads
  }
  await expect.poll(kids, { timeout: 10_000 }).toEqual([key.id, key.id])
})
