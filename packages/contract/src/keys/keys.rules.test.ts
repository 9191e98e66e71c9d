import { expect, test } from 'vitest'
import { isApiKey, isBrowser } from './keys.rules.ts'

test.each([
  ['bst_publishable_abc', true],
  ['bst_secret_abc', true],
  ['bst_0123456789abcdef', false],
  ['Bst_secret_abc', false],
  ['eyJhbGciOiJIUzI1NiJ9.e30.x', false],
  ['', false],
])('%s is a publishable or secret key: %s', (text, expected) => {
  expect(isApiKey(text)).toBe(expected)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', true],
  ['mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true],
  ['node', false],
  ['undici', false],
  ['curl/8.5.0', false],
  ['python-requests/2.32 Mozilla/5.0', false],
  ['', false],
  [undefined, false],
])('the user agent %s is a browser: %s', (userAgent, expected) => {
  expect(isBrowser(userAgent)).toBe(expected)
})
