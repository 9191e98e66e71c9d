import { expect, test } from 'vitest'
import { bareEndpoints } from './bare-endpoints.ts'
import { planted } from './planted.ts'

const form = 'apps/dashboard/src/areas/storage/storage/NewKeyForm.tsx'
const given = `import { createKey } from '@basalt/contract/keys/keys.endpoints.ts'\n`

test.each(['createKey.body', 'createKey.body!', 'createKey.response', 'zodResolver(createKey.query)'])(
  '%s is refused',
  (text) => {
    expect(bareEndpoints.check(planted({ [form]: given + text })).broken).toHaveLength(1)
  },
)

test('the dashboard may call an endpoint and read its path; tests and the server may read all of it', () => {
  const tree = {
    [form]: `${given}call(createKey, { body }); createKey.path; other.body`,
    'apps/dashboard/src/areas/storage/storage/NewKeyForm.test.tsx': `${given}createKey.body`,
    'apps/server/src/features/keys/keys.routes.ts': `${given}createKey.body`,
  }
  expect(bareEndpoints.check(planted(tree))).toEqual({ checked: 1, broken: [] })
})
