import type { SignInProvider } from '@basalt/contract/auth/auth.schema.ts'
import { expect, test } from 'vitest'
import { providerForm, providerInputs } from './sign-in-provider-form.schema.ts'

const stored = {
  enabled: true,
  client_id: 'id',
  additional_client_ids: ['app'],
  url: 'https://id.example.com',
  skip_nonce_check: false,
  has_secret: true,
  custom: null,
}
const oauth2 = {
  name: 'acme',
  provider_type: 'oauth2',
  client_id: 'id',
  secret: 's',
  authorization_url: 'https://x.example/authorize',
  token_url: 'https://x.example/token',
  userinfo_url: 'https://x.example/me',
}
const issues = (
  key: string | undefined,
  inputs: object,
  before: SignInProvider | undefined = undefined,
  taken: string[] = [],
) =>
  providerForm(key, { stored: before, taken })
    .safeParse({ ...providerInputs(before), ...inputs })
    .error?.issues.map(({ path }) => path[0]) ?? []

test.each([
  ['google', { client_id: ' id ', secret: 's' }, []],
  ['google', { client_id: 'id' }, ['secret']],
  ['google', {}, ['client_id']],
  ['google', { enabled: false }, []],
  ['keycloak', { client_id: 'id', secret: 's' }, ['url']],
  ['keycloak', { client_id: 'id', secret: 's', url: 'nonsense' }, ['url']],
  [undefined, { name: 'Acme', client_id: 'id', secret: 's', url: 'https://x.example' }, ['name']],
  [undefined, { name: 'taken', client_id: 'id', secret: 's', url: 'https://x.example' }, ['name']],
  [undefined, { name: 'acme', client_id: 'id', secret: 's', url: 'https://x.example' }, []],
  [undefined, { ...oauth2, token_url: '' }, ['token_url']],
  [undefined, { ...oauth2, userinfo_url: 'nonsense' }, ['userinfo_url']],
  [undefined, oauth2, []],
])('%s with %j has problems with %j', (key, inputs, expected) => {
  expect(issues(key, inputs, undefined, ['custom:taken'])).toEqual(expected)
})

test('a stored secret stays until the address changes', () => {
  expect(issues('keycloak', {}, stored)).toEqual([])
  expect(issues('keycloak', { url: 'https://elsewhere.example' }, stored)).toEqual(['secret'])
  expect(
    providerForm('keycloak', { stored, taken: [] }).parse({
      ...providerInputs(stored),
      additional_client_ids: 'one, two\nthree',
    }),
  ).toEqual({
    key: 'keycloak',
    change: expect.objectContaining({ secret: undefined, additional_client_ids: ['one', 'two', 'three'] }),
  })
})

test('what only servers set of a provider stays when its form is saved', () => {
  const custom = {
    name: 'Acme',
    provider_type: 'oidc' as const,
    scopes: ['openid'],
    pkce_enabled: true,
    attribute_mapping: { name: 'cn' },
    authorization_params: { prompt: 'login' },
    custom_claims_allowlist: ['groups'],
    email_optional: true,
    discovery_url: 'https://id.example.com/.well-known/other',
    authorization_url: null,
    token_url: null,
    userinfo_url: null,
    jwks_uri: null,
  }
  const before = { ...stored, custom: { ...custom, created_at: null, updated_at: null } }
  const inputs = { ...providerInputs(before), scopes: 'openid groups' }
  expect(providerForm('custom:acme', { stored: before, taken: [] }).parse(inputs)).toMatchObject({
    key: 'custom:acme',
    change: { custom: { ...custom, scopes: ['openid', 'groups'] } },
  })
  expect(issues('custom:acme', { ...oauth2, name: '', secret: '' }, before)).toEqual(['secret'])
})
