import { expect, test } from 'vitest'
import { isProviderKey, issuerProblem, providerProblem } from './sign-in-providers.rules.ts'

test.each([
  ['google', true],
  ['custom:acme', true],
  ['custom:a-b_c1', true],
  ['custom:', false],
  ['custom:Acme', false],
  ['custom:-a', false],
  ['acme', false],
  ['toString', false],
  ['', false],
])('%s is the name of a provider: %s', (key, expected) => {
  expect(isProviderKey(key)).toBe(expected)
})

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
