import * as endpoints from '@basalt/contract/auth/auth.endpoints.ts'
import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/**
 * Random bodies and parameters: the server must not fail at any. They depend only on the seed; for a longer search:
 * `BASALT_FUZZ_SEED=7 BASALT_FUZZ_REQUESTS=20000 vitest run auth-bodies.fuzz`.
 */

const { BASALT_FUZZ_SEED: SEED = '42', BASALT_FUZZ_REQUESTS = '400' } = process.env
const REQUESTS = Number(BASALT_FUZZ_REQUESTS)
const AT_ONCE = 8

let auth: AuthFixture
let token: string
let userId: string
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({
    mailer_autoconfirm: true,
    external_anonymous_users_enabled: true,
    security_manual_linking_enabled: true,
    external_phone_enabled: true,
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    passkey_enabled: true,
    saml_enabled: true,
    providers: {
      github: {
        enabled: true,
        client_id: 'id',
        secret: 'secret',
        url: null,
        additional_client_ids: [],
        skip_nonce_check: false,
      },
    },
  })
  const { body } = await auth.send('/signup', {
    body: { email: 'fuzz@example.com', password: 'correct horse' },
  })
  ;({
    access_token: token,
    user: { id: userId },
  } = body as { access_token: string; user: { id: string } })
})
afterAll(() => auth[Symbol.asyncDispose]())

const random = randomBelow(Number(SEED))
const oneOf = <T>(list: readonly T[]) => list[random(list.length)]!

const fields = [
  ...[
    'email',
    'phone',
    'password',
    'data',
    'type',
    'token',
    'token_hash',
    'refresh_token',
    'auth_code',
    'nonce',
  ],
  ...[
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'create_user',
    'user_metadata',
    'app_metadata',
  ],
  ...[
    'role',
    'ban_duration',
    'id',
    'email_confirm',
    'password_hash',
    'new_email',
    'redirect_to',
    'factor_type',
  ],
  ...['friendly_name', 'issuer', 'challenge_id', 'code', 'current_password', 'should_soft_delete', 'channel'],
  ...['webauthn', 'credential', 'domain', 'domains', 'provider_id', 'metadata_xml', 'attribute_mapping'],
]
const values = () =>
  oneOf<unknown>([
    ...[
      '',
      'x',
      'a@example.com',
      'fuzz@example.com',
      'FUZZ+1@Example.com',
      '\0',
      '\ud800',
      '🐘',
      "'; drop table auth.users; --",
    ],
    ...[
      'signup',
      'recovery',
      'magiclink',
      'email',
      'email_change',
      'invite',
      'totp',
      's256',
      'plain',
      'none',
      '24h',
      '9e99h',
    ],
    ...[
      'x'.repeat(43),
      'x'.repeat(400),
      '123456',
      '15551234567',
      '+1 (555) 123-4567',
      userId,
      crypto.randomUUID(),
      'authenticated',
      'https://evil.example',
    ],
    ...[
      null,
      true,
      false,
      0,
      -1,
      1e308,
      [],
      [[]],
      {},
      { a: 1 },
      { a: { b: [null, '\0'] } },
      { sub: 1, '': '' },
    ],
  ])
const paths = () =>
  oneOf([
    ...[
      '/signup',
      '/otp',
      '/magiclink',
      '/recover',
      '/resend',
      '/verify',
      '/user',
      '/reauthenticate',
      '/factors',
      '/sso',
    ],
    ...[
      '/token?grant_type=password',
      '/token?grant_type=refresh_token',
      '/token?grant_type=pkce',
      '/token?grant_type=id_token',
      '/token?grant_type=web3',
      '/token?grant_type=',
    ],
    ...[
      `/verify?token=${oneOf(['x', 'pkce_x', '%00', ''])}&type=${oneOf(['signup', 'x'])}&redirect_to=${oneOf(['x', '%00', 'http://[', 'javascript:1'])}`,
    ],
    ...[
      '/logout?scope=local',
      '/logout?scope=x',
      '/logout?scope=a&scope=b',
      '/settings',
      '/health',
      '/invite',
      '/nothing',
    ],
    ...[
      '/admin/users',
      '/admin/users?page=-1',
      '/admin/users?page=999999999999&per_page=9999',
      '/admin/users?page=1e3',
      '/admin/audit?page=-1',
      '/admin/audit?query=author:%00',
      '/admin/audit?query=toString:x',
    ],
    ...['/admin/generate_link', `/admin/users/${oneOf([userId, 'x', crypto.randomUUID(), '%00'])}`],
    ...[
      `/factors/${oneOf([userId, 'x'])}/challenge`,
      `/factors/${oneOf([userId, 'x'])}/verify`,
      `/factors/${userId}`,
    ],
    ...[
      `/authorize?provider=${oneOf(['github', 'google', '%00', '', 'custom:x'])}&scopes=${oneOf(['a,b', '%00', 'x'.repeat(3000)])}&${oneOf(['code_challenge=x', 'skip_http_redirect=true', 'prompt=a&prompt=b', '%00=%00'])}`,
      `/callback?state=${oneOf(['x', '%00', ''])}&code=${oneOf(['x', '%00'])}&${oneOf(['error=x', 'error=%00', 'iss=x', ''])}`,
      `/user/identities/authorize?provider=${oneOf(['github', 'x'])}&skip_http_redirect=true`,
      `/user/identities/${oneOf([userId, 'x', '%00'])}`,
      `/verify/confirm?token=${oneOf(['x', '%00'])}&type=${oneOf(['signup', '%00'])}`,
    ],
    ...[`/admin/users/${userId}/factors`, `/admin/users/${userId}/factors/x`],
    ...[
      '/factors/recovery-codes',
      '/factors/recovery-codes/verify',
      '/factors/recovery-codes/regenerate',
      '/admin/custom-providers',
      `/admin/custom-providers/${oneOf(['custom:x', 'google', '%00', ''])}`,
    ],
    ...[
      '/passkeys',
      '/passkeys/registration/options',
      '/passkeys/registration/verify',
      '/passkeys/authentication/options',
      '/passkeys/authentication/verify',
      `/passkeys/${oneOf([userId, 'x', '%00'])}`,
      `/admin/users/${userId}/passkeys`,
      `/admin/users/${userId}/passkeys/${oneOf([userId, 'x'])}`,
    ],
    ...[
      '/admin/sso/providers',
      `/admin/sso/providers/${oneOf([userId, 'x', '%00'])}`,
      '/sso/saml/metadata',
      '/sso/saml/acs',
    ],
  ])

/** Fields that a call reads, so that requests get as far as the users. */
const fieldsOf: Record<string, string> = {
  '/signup': 'email phone password data code_challenge code_challenge_method',
  '/otp': 'email phone create_user data code_challenge code_challenge_method',
  '/recover': 'email code_challenge code_challenge_method',
  '/resend': 'type email phone',
  '/verify': 'type token token_hash email phone',
  '/user': 'email phone password data nonce current_password',
  '/token?grant_type=password': 'email phone password',
  '/token?grant_type=id_token':
    'provider id_token access_token nonce client_id issuer link_identity gotrue_meta_security',
  '/token?grant_type=web3': 'chain message signature gotrue_meta_security',
  '/factors': 'factor_type friendly_name issuer phone',
  '/factors/recovery-codes/verify': 'code',
  '/admin/custom-providers':
    'provider_type identifier name client_id client_secret scopes issuer authorization_url token_url userinfo_url enabled',
  '/sso': 'domain provider_id redirect_to skip_http_redirect code_challenge code_challenge_method',
  '/sso/saml/acs': 'SAMLResponse RelayState',
  '/passkeys/registration/verify': 'challenge_id credential',
  '/passkeys/authentication/verify': 'challenge_id credential',
  '/admin/sso/providers':
    'type metadata_url metadata_xml domains attribute_mapping name_id_format resource_id disabled',
  '/invite': 'email data',
  '/admin/generate_link': 'type email new_email password data redirect_to',
  '/admin/users':
    'email phone phone_confirm password user_metadata app_metadata role ban_duration email_confirm password_hash id',
}

/** Values that fields accept, mostly. */
const likely: Record<string, readonly unknown[]> = {
  email: ['fuzz@example.com', 'Other+1@Example.com', 'new@example.com'],
  phone: ['15551234567', '+15557654321', '1555'],
  phone_confirm: [true],
  challenge_id: [crypto.randomUUID()],
  credential: [
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' },
    },
  ],
  SAMLResponse: [
    '',
    'x',
    Buffer.from('<a/>').toString('base64'),
    Buffer.from('<a'.repeat(999)).toString('base64'),
  ],
  RelayState: ['', 'x', crypto.randomUUID(), 'https://evil.example'],
  domain: ['company.example', 'x'],
  domains: [['company.example'], ['x'], []],
  metadata_xml: [
    '<x/>',
    '<!DOCTYPE x>',
    '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>',
  ],
  metadata_url: ['x', 'ftp://x', 'http://127.0.0.1:1'],
  attribute_mapping: [{ keys: {} }, { keys: { a: { name: 'b' } } }, { keys: { a: 1 } }],
  provider_id: [crypto.randomUUID(), 'x'],
  new_email: ['new@example.com', 'fuzz@example.com'],
  password: ['correct horse', 'x'.repeat(80), 'short'],
  data: [{ a: 1 }, { a: null }, {}],
  user_metadata: [{ a: 1 }, { sub: 'x' }],
  app_metadata: [{ tier: 'x' }],
  type: [
    'signup',
    'recovery',
    'magiclink',
    'email',
    'email_change_new',
    'invite',
    'sms',
    'phone_change',
    'saml',
  ],
  provider: ['github', 'google', 'custom:x'],
  id_token: ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'],
  link_identity: [true, false],
  gotrue_meta_security: [{ captcha_token: 'x' }, {}],
  factor_type: ['totp', 'phone', 'webauthn'],
  chain: ['ethereum', 'solana', 'x'],
  message: [
    'x',
    'shop.example wants you to sign in with your Ethereum account:\n0x0',
    '\0',
    'x'.repeat(20_000),
  ],
  signature: ['0x', `0x${'00'.repeat(65)}`, 'x'],
  provider_type: ['oauth2', 'oidc', 'x'],
  identifier: ['custom:x', 'custom:', 'google', '\0'],
  scopes: [['openid'], [''], 'x'],
  issuer: ['https://id.example.com', 'x', ''],
  authorization_url: ['https://id.example.com/authorize', 'javascript:1'],
  create_user: [true, false],
  email_confirm: [true],
  code_challenge: ['x'.repeat(43)],
  code_challenge_method: ['s256', 'plain'],
}
const someValue = (field: string) => (random(5) > 0 ? oneOf(likely[field] ?? [undefined]) : values())

function aRequest() {
  const method = oneOf(['GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE'])
  const path = paths()
  const known = fieldsOf[path]?.split(' ') ?? fields
  const body = Object.fromEntries(
    Array.from({ length: random(9) }, () => oneOf(known)).map((field) => [field, someValue(field)]),
  )
  // The user of the token stays.
  const isDeletion = method === 'DELETE' && path.includes(userId) && path.startsWith('/admin')
  return {
    path: isDeletion ? '/admin/users/x' : path,
    method,
    key: auth.keyOf(oneOf(['anon', 'service_role'])),
    ...(random(2) === 0 && { token }),
    ...(method !== 'GET' && {
      body: random(12) === 0 ? oneOf(['', '[]', 'null', '{', '"x"', '{"__proto__":1}']) : body,
    }),
  }
}

test('no body and no parameter makes the server fail', async () => {
  const failures: unknown[] = []
  const statuses = new Set<number>()
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, aRequest).map(async ({ path, ...request }) => {
        const { status, body } = await auth.send(path, request)
        statuses.add(status)
        if (status >= 500) failures.push({ path, ...request, status, answer: body })
      }),
    )
  expect(failures).toEqual([])
  // They got as far as the users, and past the checks of bodies.
  for (const status of [200, 302, 400, 403, 404, 422]) if (REQUESTS >= 400) expect(statuses).toContain(status)
})

const ofMembers = Object.values(endpoints).filter((one) => one.path.startsWith('/platform/auth/:ref/'))

/** A call of a member, with a body and a query that the endpoint knows the fields of. */
function aMembersRequest() {
  const one = oneOf(ofMembers)
  const place = one.path
    .replace(':ref', auth.ref)
    .replaceAll(/:\w+/g, () => oneOf([crypto.randomUUID(), 'x', '%00', 'standby']))
  const { body } = one as { body?: { shape?: object } }
  const known = Object.keys(body?.shape ?? {})
  const fieldsOfBody = known.length > 0 && random(5) > 0 ? known : fields
  const query = oneOf([
    '',
    'search=%00',
    'search=a&limit=1',
    'cursor=x',
    'limit=-1',
    'sort=x',
    `cursor=${Buffer.from('["x"]').toString('base64url')}`,
  ])
  return {
    method: one.method,
    url: query === '' ? place : `${place}?${query}`,
    body: Object.fromEntries(
      Array.from({ length: random(6) }, () => oneOf(fieldsOfBody)).map((field) => [field, someValue(field)]),
    ),
  }
}

test('no body and no parameter of a member makes the server fail', async () => {
  expect(ofMembers.length).toBeGreaterThan(20)
  const failures: unknown[] = []
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, aMembersRequest).map(async ({ method, url, body }) => {
        const reply = await auth.app.inject({
          method,
          url,
          headers: { ...auth.owner.headers, 'content-type': 'application/json' },
          ...(method !== 'GET' && { payload: JSON.stringify(body) }),
        })
        if (reply.statusCode >= 500) failures.push({ method, url, body, answer: reply.body })
      }),
    )
  expect(failures).toEqual([])
})
