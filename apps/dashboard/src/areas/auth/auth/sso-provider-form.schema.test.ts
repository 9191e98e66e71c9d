import { expect, test } from 'vitest'
import { ssoProviderForm, ssoProviderInputs } from './sso-provider-form.schema.ts'

const stored = {
  id: crypto.randomUUID(),
  entity_id: 'https://idp.example',
  metadata_url: 'https://idp.example/metadata',
  domains: ['a.example', 'b.example'],
  attributes: ['department=dept'],
  disabled: false,
  created_at: null,
}

test('unchanged metadata are not sent again', () => {
  const shown = ssoProviderInputs(stored)
  expect(ssoProviderForm(stored).parse(shown)).toEqual({
    disabled: false,
    domains: ['a.example', 'b.example'],
    attributes: ['department=dept'],
  })
  const moved = { ...shown, metadata_url: 'https://idp.example/new', enabled: false }
  expect(ssoProviderForm(stored).parse(moved)).toMatchObject({
    disabled: true,
    metadata_url: 'https://idp.example/new',
  })
})

test.each([
  [{}, 'metadata_url'],
  [{ metadata_url: 'idp.example' }, 'metadata_url'],
  [{ source: 'xml' as const }, 'metadata_xml'],
  [{ metadata_url: 'https://idp.example', domains: 'not a domain' }, 'domains'],
  [{ metadata_url: 'https://idp.example', attributes: 'x' }, 'attributes'],
])('a new one with %j is wrong', (change, field) => {
  const { error } = ssoProviderForm(undefined).safeParse({ ...ssoProviderInputs(undefined), ...change })
  expect(error?.issues[0]?.path[0]).toBe(field)
})
