import { expect, test } from 'vitest'
import { hookForm, hookInputs } from './auth-hook-form.schema.ts'

const stored = { enabled: true, uri: 'https://hooks.example.com/a', has_secret: true }

test.each([
  [undefined, { name: 'my_hook' }, { uri: 'pg-functions://postgres/public/my_hook' }],
  [undefined, { name: '' }, ['name']],
  [
    undefined,
    { kind: 'http', url: 'https://x.example/h' },
    { uri: 'https://x.example/h', secret: expect.stringMatching(/^whsec_.{43}=$/) },
  ],
  [undefined, { kind: 'http', url: 'x', secret: 'short' }, ['url', 'secret']],
  [stored, {}, { enabled: true, uri: stored.uri }],
])('%j with %j becomes %j', (before, inputs, expected) => {
  const { data, error } = hookForm(before).safeParse({ ...hookInputs(before), ...inputs })
  if (Array.isArray(expected)) expect(error?.issues.map(({ path }) => path[0])).toEqual(expected)
  else expect(data).toEqual({ enabled: true, ...expected })
})
