import { expect, test } from 'vitest'
import { providerForm, providerInputs } from './sign-in-provider-form.schema.ts'

const stored = {
  enabled: true,
  client_id: 'id',
  additional_client_ids: ['app'],
  url: 'https://id.example.com',
  skip_nonce_check: false,
  has_secret: true,
}
const issues = (
  key: string | undefined,
  inputs: object,
  before: typeof stored | undefined = undefined,
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
  ).toMatchObject({ secret: undefined, additional_client_ids: ['one', 'two', 'three'] })
})
