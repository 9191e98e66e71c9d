import { readyProviders } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { expect, test } from 'vitest'
import { externalIdentity } from './external-identity.ts'
import { endpointsOf } from './provider-endpoints.ts'

/** Answers as the public documentation of each provider has them. */

type Answers = Record<string, unknown>

const profiles: Record<string, [Answers, object]> = {
  bitbucket: [
    {
      'https://api.bitbucket.org/2.0/user': {
        uuid: '{b-1}',
        username: 'ann',
        display_name: 'Ann B.',
        links: { avatar: { href: 'https://bitbucket.org/ann.png' } },
      },
      'https://api.bitbucket.org/2.0/user/emails': {
        values: [
          { email: 'old@example.com', is_primary: false, is_confirmed: true },
          { email: 'ann@example.com', is_primary: true, is_confirmed: true },
        ],
      },
    },
    { sub: '{b-1}', email_verified: true, user_name: 'ann', avatar_url: 'https://bitbucket.org/ann.png' },
  ],
  figma: [
    {
      'https://api.figma.com/v1/me': {
        id: 'f-1',
        email: 'ann@example.com',
        handle: 'Ann B.',
        img_url: 'https://figma.example/ann.png',
      },
    },
    { sub: 'f-1', email_verified: false, avatar_url: 'https://figma.example/ann.png' },
  ],
  fly: [
    {
      'https://api.fly.io/oauth/token/info': {
        resource_owner_id: 'u',
        user_id: 'fly-1',
        user_name: 'Ann B.',
        email: 'ann@example.com',
        organizations: [],
      },
    },
    { sub: 'fly-1', email_verified: false },
  ],
  kakao: [
    {
      'https://kapi.kakao.com/v2/user/me': {
        id: 123456789,
        kakao_account: {
          email: 'ann@example.com',
          is_email_valid: true,
          is_email_verified: true,
          profile: { nickname: 'Ann B.', profile_image_url: 'https://kakao.example/ann.png' },
        },
      },
    },
    { sub: '123456789', email_verified: true, avatar_url: 'https://kakao.example/ann.png' },
  ],
  notion: [
    {
      'https://api.notion.com/v1/users/me': {
        object: 'user',
        id: 'bot-1',
        type: 'bot',
        bot: {
          owner: {
            type: 'user',
            user: {
              id: 'n-1',
              name: 'Ann B.',
              avatar_url: 'https://notion.example/ann.png',
              person: { email: 'ann@example.com' },
            },
          },
        },
      },
    },
    { sub: 'n-1', email_verified: false, avatar_url: 'https://notion.example/ann.png' },
  ],
  workos: [
    {
      'https://api.workos.com/sso/profile': {
        id: 'prof_1',
        email: 'ann@example.com',
        first_name: 'Ann',
        last_name: 'B.',
      },
    },
    { sub: 'prof_1', email_verified: false },
  ],
  x: [
    {
      'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url': {
        data: {
          id: '42',
          name: 'Ann B.',
          username: 'ann',
          confirmed_email: 'ann@example.com',
          profile_image_url: 'https://x.example/ann.png',
        },
      },
    },
    { sub: '42', email_verified: true, user_name: 'ann', avatar_url: 'https://x.example/ann.png' },
  ],
  zoom: [
    {
      'https://api.zoom.us/v2/users/me': {
        id: 'z-1',
        email: 'ann@example.com',
        first_name: 'Ann',
        last_name: 'B.',
        verified: 1,
        pic_url: 'https://zoom.example/ann.png',
      },
    },
    { sub: 'z-1', email_verified: true, avatar_url: 'https://zoom.example/ann.png' },
  ],
}

const read = async (key: string, answers: Answers) => {
  const endpoints = endpointsOf(key, { url: null, custom: null })
  if (endpoints.kind !== 'oauth') throw new Error(`${key} speaks OpenID Connect`)
  const claims = await endpoints.read(async (url) => {
    if (!Object.hasOwn(answers, url)) throw new Error(`${url} was read`)
    return answers[url]
  })
  return externalIdentity(key, new URL(endpoints.authorizationEndpoint).origin, claims)
}

test.each(Object.keys(profiles))('the profile of %s becomes an identity', async (key) => {
  const [answers, expected] = profiles[key]!
  const { email, isEmailVerified, data } = await read(key, answers)
  expect(email).toBe('ann@example.com')
  expect(data).toMatchObject({ email: 'ann@example.com', full_name: 'Ann B.', ...expected })
  expect(isEmailVerified).toBe(data.email_verified)
})

test.each<[string, Answers]>([
  [
    'bitbucket',
    {
      'https://api.bitbucket.org/2.0/user': { uuid: 'b' },
      'https://api.bitbucket.org/2.0/user/emails': {
        values: [{ email: 'ann@example.com', is_primary: true, is_confirmed: false }],
      },
    },
  ],
  [
    'kakao',
    {
      'https://kapi.kakao.com/v2/user/me': {
        id: 1,
        kakao_account: { email: 'ann@example.com', is_email_valid: false, is_email_verified: true },
      },
    },
  ],
  ['zoom', { 'https://api.zoom.us/v2/users/me': { id: 'z', email: 'ann@example.com', verified: 0 } }],
])('an address that %s has not confirmed counts as unconfirmed', async (key, answers) => {
  expect(await read(key, answers)).toMatchObject({ email: 'ann@example.com', isEmailVerified: false })
})

test.each(Object.keys(profiles))('an answer of %s that has another form signs nobody in', async (key) => {
  const urls = Object.keys(profiles[key]![0])
  for (const answer of [null, [], 'x', {}, { data: [] }])
    await expect(read(key, Object.fromEntries(urls.map((url) => [url, answer])))).rejects.toThrow(
      'no user id',
    )
})

test('every provider has addresses by HTTPS', () => {
  for (const key of Object.keys(readyProviders)) {
    const endpoints = endpointsOf(key, { url: 'https://id.example.com', custom: null })
    const addresses =
      endpoints.kind === 'openid'
        ? [endpoints.issuer]
        : [endpoints.authorizationEndpoint, endpoints.tokenEndpoint]
    for (const address of addresses) expect(new URL(address).protocol, key).toBe('https:')
  }
})
