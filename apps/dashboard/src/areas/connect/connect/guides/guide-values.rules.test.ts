import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { expect, test } from 'vitest'
import { appKeyOf } from './guide-values.rules.ts'

const key = (known: Partial<ApiKey>): ApiKey => ({
  id: null,
  type: 'publishable',
  name: 'default',
  description: '',
  api_key: 'sb_publishable_1',
  hint: null,
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  can_reveal: false,
  ...known,
})
const secret = key({ type: 'secret', api_key: null })
const service = key({ type: 'legacy', name: 'service_role', api_key: 'SERVICE' })
const anon = key({ type: 'legacy', name: 'anon', api_key: 'ANON' })

test.each([
  [[anon, service, secret, key({})], 'sb_publishable_1'],
  [[anon, service, secret], ''],
  [[service, secret], ''],
  [[], ''],
])('of %j the app gets the publishable one', (keys, expected) => {
  expect(appKeyOf(keys)).toBe(expected)
})
