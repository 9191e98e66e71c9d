import { expect, test } from 'vitest'
import {
  isProtectedAttribute,
  isProviderKey,
  isReservedParameter,
  issuerProblem,
  providerProblem,
} from './sign-in-providers.rules.ts'

test.each([
  ['google', true],
  ['custom:acme', true],
  ['custom:a-b_c1', true],
  ['custom:acme:eu', true],
  [`custom:${'a'.repeat(43)}`, true],
  [`custom:${'a'.repeat(44)}`, false],
  ['custom:', false],
  ['custom:Acme', false],
  ['custom:-a', false],
  ['acme', false],
  ['toString', false],
  ['', false],
])('%s is the name of a provider: %s', (key, expected) => {
  expect(isProviderKey(key)).toBe(expected)
})

const oauth2 = {
  provider_type: 'oauth2' as const,
  authorization_url: 'https://id.example.com/authorize',
  token_url: 'https://id.example.com/token',
  userinfo_url: 'https://id.example.com/me',
}
const complete = { enabled: true, client_id: 'id', url: null, has_secret: true }
test.each([
  ['google', complete, undefined],
  ['google', { ...complete, client_id: '' }, 'client_id'],
  ['google', { ...complete, has_secret: false }, 'secret'],
  ['google', { ...complete, url: 'https://example.com' }, 'url'],
  ['google', { ...complete, enabled: false, client_id: '', has_secret: false }, undefined],
  ['github', { ...complete, url: 'https://github.example.com' }, undefined],
  ['keycloak', complete, 'url'],
  ['custom:acme', complete, 'url'],
  ['custom:acme', { ...complete, url: 'https://id.example.com' }, undefined],
  ['custom:acme', { ...complete, custom: oauth2 }, undefined],
  ['custom:acme', { ...complete, custom: { ...oauth2, token_url: null } }, 'token_url'],
  ['custom:acme', { ...complete, enabled: false, custom: { ...oauth2, token_url: null } }, undefined],
])('%s with %j lacks %s', (key, provider, field) => {
  expect(providerProblem(key, provider)?.field).toBe(field)
})

test.each([
  ['https://example.auth0.com/', true],
  ['https://securetoken.google.com/my-app', true],
  ['http://localhost:8080/realms/a', true],
  ['example.auth0.com', false],
  ['https://user:pw@example.com', false],
  ['https://example.com/?a=b', false],
  ['ftp://example.com', false],
])('%s can issue tokens: %s', (issuer, expected) => {
  expect(issuerProblem(issuer) === undefined).toBe(expected)
})

test.each([
  ['redirect_uri', true],
  ['nonce', true],
  ['scope', true],
  ['prompt', false],
  ['login_hint', false],
])('the parameter %s is reserved: %s', (name, expected) => {
  expect(isReservedParameter(name)).toBe(expected)
})

test.each([
  ['role', true],
  ['app_metadata', true],
  ['email_confirmed_at', true],
  ['email', false],
  ['name', false],
])('the attribute %s is protected: %s', (name, expected) => {
  expect(isProtectedAttribute(name)).toBe(expected)
})
