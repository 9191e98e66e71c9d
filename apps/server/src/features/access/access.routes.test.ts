import {
  createAccessToken,
  deleteAccessToken,
  getProfile,
  listAccessTokens,
  signIn,
  signOut,
  signUp as signUpCall,
} from '@basalt/contract/access/access.endpoints.ts'
import {
  DEVICE_COOKIE,
  SIGN_IN_ATTEMPTS_PER_ACCOUNT,
  SIGN_IN_ATTEMPTS_PER_ACCOUNT_ANYWHERE,
} from '@basalt/contract/access/access.rules.ts'
import {
  acceptInvitation,
  deleteInvitation,
  getInvitation,
  listInvitations,
} from '@basalt/contract/members/members.endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import {
  anOrganization,
  invitationOf,
  invite,
  PASSWORD,
  type Person,
  personWith,
  signInAs,
  signUp,
} from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
/** The only peer whose X-Forwarded headers are trusted. */
const PROXY = '192.0.2.1'
const post = (
  url: string,
  payload: object,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => fixture.app.inject({ method: 'POST', url, payload, headers, remoteAddress })

beforeAll(async () => {
  fixture = await openApp({ BASALT_TRUSTED_PROXIES: PROXY })
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('the first account needs the set-up link, which works once', async () => {
  const credentials = { email: 'owner@example.com', password: PASSWORD }
  expect((await post(signUpCall.path, credentials)).json()).toMatchObject({ code: 'forbidden' })
  expect((await post(signUpCall.path, { ...credentials, setup_token: 'guess' })).json()).toMatchObject({
    code: 'gone',
  })
  owner = await signUp(fixture, 'owner@example.com')
  expect(
    (await post(signUpCall.path, { ...credentials, setup_token: fixture.setupLink.token })).json(),
  ).toMatchObject({ code: 'gone' })
})

test('two people who use the set-up link at once create one owner', async () => {
  await using other = await openApp()
  const attempts = await Promise.all(
    ['a@example.com', 'b@example.com'].map((email) =>
      other.app.inject({
        method: 'POST',
        url: '/platform/auth/sign-up',
        payload: { email, password: PASSWORD, setup_token: other.setupLink.token },
      }),
    ),
  )
  expect(attempts.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
})

test('signing in sets cookies that scripts and other sites cannot use', async () => {
  const reply = await post(signIn.path, { email: 'OWNER@example.com', password: PASSWORD })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    id: expect.any(String),
    email: 'owner@example.com',
    display_name: null,
    created_at: expect.any(String),
  })
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(/^basalt_session=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^basalt_device=.+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test('over https, cookies are secure', async () => {
  const reply = await post(
    signIn.path,
    { email: 'owner@example.com', password: PASSWORD },
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'db.test', origin: 'https://db.test' },
    PROXY,
  )
  for (const cookie of [reply.headers['set-cookie']].flat()) expect(cookie).toContain('; Secure')
})

test('an unknown address and a wrong password get the same answer', async () => {
  const wrong = await post(signIn.path, { email: 'owner@example.com', password: 'not this one' })
  const unknown = await post(signIn.path, {
    email: 'nobody@example.com',
    password: 'not this one',
  })
  const { requestId: _, ...answer } = wrong.json()
  expect(unknown.json()).toMatchObject(answer)
  expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
})

test('guessing the password of one account is rate limited, with the seconds to wait', async () => {
  const attempt = { email: 'guessed@example.com', password: 'x' }
  const statuses: number[] = []
  for (let count = 0; count <= SIGN_IN_ATTEMPTS_PER_ACCOUNT; count++)
    statuses.push((await post(signIn.path, attempt)).statusCode)
  expect(statuses.at(-2)).toBe(401)
  expect(statuses.at(-1)).toBe(429)
  const reply = await post(signIn.path, attempt)
  expect(reply.json()).toMatchObject({ code: 'rate_limited' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})

describe('guessing from many addresses', () => {
  const guess = async (email: string, from: string, by: string, headers: Record<string, string> = {}) =>
    (await post(signIn.path, { email, password: 'x' }, { ...headers, 'x-forwarded-for': from }, by))
      .statusCode

  const times = (count: number, act: (index: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index + 1)))

  test('a forged X-Forwarded-For does not count as another client', async () => {
    const answers = await times(SIGN_IN_ATTEMPTS_PER_ACCOUNT + 1, (count) =>
      guess('rotating@example.com', `203.0.113.${count}`, '127.0.0.1'),
    )
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  })

  test('one account is limited across all addresses, except in browsers where it has signed in before', async () => {
    const owned = await signUp(fixture)
    const { cookies } = await post(
      signIn.path,
      { email: owned.email, password: PASSWORD },
      {},
      '198.51.100.1',
    )
    const device = cookies.find(({ name }) => name === DEVICE_COOKIE)!.value
    const answers = await times(SIGN_IN_ATTEMPTS_PER_ACCOUNT_ANYWHERE, (count) =>
      guess(owned.email, `203.0.113.${count}`, PROXY),
    )
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
    const signInFrom = async (address: string, cookie: string) =>
      (
        await post(
          signIn.path,
          { email: owned.email, password: PASSWORD },
          { cookie, origin: 'http://localhost:80' },
          address,
        )
      ).statusCode
    expect(await signInFrom('198.51.100.2', `${DEVICE_COOKIE}=invented`)).toBe(429)
    expect(await signInFrom('198.51.100.1', `${DEVICE_COOKIE}=${device}`)).toBe(200)
    const other = await signUp(fixture)
    expect((await post(signIn.path, { email: other.email, password: PASSWORD })).statusCode).toBe(200)
  })

  test('a whole IPv6 network counts as one address', async () => {
    const answers = await times(SIGN_IN_ATTEMPTS_PER_ACCOUNT + 1, (count) =>
      guess('network@example.com', `2001:db8:1:2::${count}`, PROXY),
    )
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  })
})

test('signing out ends the session, not only the cookie', async () => {
  const person = await signUp(fixture)
  expect((await person.call(getProfile)).status).toBe(200)
  expect((await person.call(signOut)).status).toBe(200)
  expect((await person.call(getProfile)).status).toBe(401)
})

test('an address is taken in any case', async () => {
  const reply = await post(signUpCall.path, { email: 'Owner@Example.com', password: PASSWORD })
  expect(reply.json()).toMatchObject({ code: 'conflict' })
})

test.each([
  [{ email: 'owner', password: PASSWORD }, 'email'],
  [{ email: 'a@example.com', password: 'short' }, 'password'],
  [{ email: 'a@example.com', password: 'x'.repeat(1025) }, 'password'],
  [{ email: 'a@example.com', password: PASSWORD, isAdmin: true }, 'isAdmin'],
  [{ email: 'a@example.com', password: 'nul\0nul-nul' }, 'password'],
])('the sign-up %j is refused and names the problem', async (body, named) => {
  const reply = await post(signUpCall.path, body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'validation_failed', message: expect.stringContaining(named) })
})

test('an access token is shown once, works as a bearer, and stops working when it is revoked', async () => {
  const { status, body } = await owner.call(createAccessToken, { body: { name: 'CI' } })
  expect(status).toBe(201)
  const { id, token, hint } = body
  expect(token).toMatch(/^bst_/)
  expect(token.endsWith(hint)).toBe(true)

  const script = personWith(fixture.app, owner.email, { authorization: `Bearer ${token}` })
  expect(await script.call(getProfile)).toMatchObject({
    status: 200,
    body: { email: owner.email },
  })
  const { body: listed } = await owner.call(listAccessTokens)
  expect(listed).toMatchObject([{ id, name: 'CI', hint, last_used_at: expect.any(String) }])
  expect(JSON.stringify(listed)).not.toContain(token)

  expect((await owner.call(deleteAccessToken, { params: { id } })).status).toBe(200)
  expect((await script.call(getProfile)).status).toBe(401)
})

test("somebody else's access token can neither be revoked nor detected", async () => {
  const { body } = await owner.call(createAccessToken, { body: { name: 'mine' } })
  const { id } = body
  const stranger = await signUp(fixture)
  expect((await stranger.call(deleteAccessToken, { params: { id } })).status).toBe(404)
})

test('a wrong bearer token is refused even with a valid cookie', async () => {
  const session = await post(signIn.path, { email: 'owner@example.com', password: PASSWORD })
  const cookie = String(session.headers['set-cookie']).split(';')[0]!
  const reply = await fixture.app.inject({
    url: '/platform/profile',
    headers: { cookie, authorization: 'Bearer bst_wrong' },
  })
  expect(reply.statusCode).toBe(401)
})

describe('where sign-up is disabled', () => {
  let closed: AppFixture
  let owner: Person
  beforeAll(async () => {
    closed = await openApp({ BASALT_DISABLED_FEATURES: 'dashboard_auth:sign_up' })
    owner = await signUp(closed)
  })
  afterAll(() => closed[Symbol.asyncDispose]())
  const visitor = () => personWith(closed.app, '', { host: 'localhost:80', origin: 'http://localhost:80' })
  const register = (email: string, invitation?: object) =>
    visitor().call(signUpCall, { body: { email, password: PASSWORD, ...(invitation && { invitation }) } })

  test('nobody can create an account without an invitation', async () => {
    expect(await register('ann@example.com')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('an invited person creates the account by the link, for the invited address only, and joins', async () => {
    const { slug } = await anOrganization(owner)
    const by = invitationOf(await invite(owner, slug, { emails: ['bea@example.com'] }))
    expect((await visitor().call(getInvitation, { params: by })).body).toMatchObject({
      email: 'bea@example.com',
      email_match: false,
    })
    expect(await register('eve@example.com', by)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('bea@example.com') },
    })
    expect((await register('Bea@Example.com', by)).status).toBe(201)
    expect((await register('bea@example.com', by)).status).toBe(409)
    const bea = await signInAs(closed, 'bea@example.com', PASSWORD)
    expect((await bea.call(acceptInvitation, { params: by })).status).toBe(200)
    expect(await register('bea@example.com', by)).toMatchObject({ status: 410, body: { code: 'gone' } })
  })

  test('a revoked, foreign or made-up link creates no account', async () => {
    const [{ slug }, other] = [await anOrganization(owner), await anOrganization(owner)]
    const email = 'carl@example.com'
    const by = invitationOf(await invite(owner, slug, { emails: [email] }))
    for (const wrong of [
      { ...by, slug: other.slug },
      { ...by, token: 'x'.repeat(43) },
    ])
      expect(await register(email, wrong)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await register(email, { slug })).status).toBe(400)
    const { body: open } = await owner.call(listInvitations, { params: { slug } })
    await owner.call(deleteInvitation, { params: { slug, id: open[0]!.id } })
    expect((await register(email, by)).status).toBe(404)
  })
})
