import { expect, test } from 'vitest'
import { originProblem, relyingPartyOf, relyingPartyProblem } from './webauthn.rules.ts'

test.each([
  ['', true],
  ['localhost', true],
  ['example.com', true],
  ['app.example.co.uk', true],
  ['https://example.com', false],
  ['example.com:8080', false],
  ['example', false],
  ['-a.example', false],
  ['127.0.0.1', false],
])('the relying party %j is accepted: %s', (id, isAccepted) => {
  expect(relyingPartyProblem(id) === undefined).toBe(isAccepted)
})

test.each([
  ['https://app.example.com', true],
  ['http://localhost:3000', true],
  ['http://app.example.com', false],
  ['https://app.example.com/', false],
  ['https://app.example.com/path', false],
  ['app.example.com', false],
  ['https://*.example.com', false],
])('the origin %j is accepted: %s', (origin, isAccepted) => {
  expect(originProblem(origin) === undefined).toBe(isAccepted)
})

test('without settings, passkeys are made for the site', () => {
  const settings = {
    site_url: 'https://shop.example:8443/app',
    webauthn_rp_id: '',
    webauthn_rp_display_name: '',
    webauthn_rp_origins: [],
  }
  expect(relyingPartyOf(settings)).toEqual({
    id: 'shop.example',
    name: 'shop.example',
    origins: ['https://shop.example:8443'],
  })
  expect(
    relyingPartyOf({
      ...settings,
      webauthn_rp_id: 'example',
      webauthn_rp_display_name: 'Shop',
      webauthn_rp_origins: ['https://a.example'],
    }),
  ).toEqual({ id: 'example', name: 'Shop', origins: ['https://a.example'] })
})
