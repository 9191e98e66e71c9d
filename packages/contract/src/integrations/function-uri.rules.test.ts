import { expect, test } from 'vitest'
import { functionOf, functionUri } from './function-uri.rules.ts'

test.each([
  { schema: 'public', name: 'hook' },
  { schema: 'my schema', name: 'a/b"c' },
  { schema: 'шоп'.repeat(10), name: '🐘'.repeat(15) },
])('the URI of $schema.$name names it', (named) => {
  expect(functionOf(functionUri(named))).toEqual(named)
})

test.each([
  'pg-functions://other/public/hook',
  'pg-functions://postgres/public',
  'pg-functions://postgres/public/a/b',
  'pg-functions://postgres/public/%E0%A4%A',
  'https://example.com/public/hook',
  '',
])('%j names no function', (uri) => {
  expect(functionOf(uri)).toBeUndefined()
})
