import { expect, test } from 'vitest'
import { actionUrl } from './action-url.rules.ts'

const ours = { org_slug: 'acme', project_ref: 'abc' }

test.each([
  ['/project/[ref]', ours, '/project/abc'],
  ['https://example.com/[slug]/[ref]?again=[ref]', ours, 'https://example.com/acme/abc?again=abc'],
  ['/org/[slug]/project/[ref]', {}, '/org/_/project/_'],
  ['/[ref]', { project_ref: '/example.com' }, '/%2Fexample.com'],
  ['javascript:alert(1)', ours, undefined],
  ['//example.com', ours, undefined],
])('%s with %j resolves to %s', (url, data, expected) => {
  expect(actionUrl(url, data)).toBe(expected)
})
