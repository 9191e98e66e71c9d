import { expect, test } from 'vitest'
import { LOGGED_PATH_MAX, loggedPath } from './logged-path.rules.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl'

test.each([
  ['/p/abc', '/'],
  ['/p/abc/rest/v1/books', '/rest/v1/books'],
  ['/p/abc/rest/v1/books?select=id,title&order=id.desc', '/rest/v1/books?select=id,title&order=id.desc'],
  ['/p/abc/rest/v1/books?id=eq.7&limit=5', '/rest/v1/books?id=…&limit=5'],
  [
    '/p/abc/rest/v1/books?authors.order=name&authors.name=eq.Ann',
    '/rest/v1/books?authors.order=name&authors.name=…',
  ],
  [`/p/abc/rest/v1/books?apikey=${jwt}`, '/rest/v1/books?apikey=…'],
  ['/p/abc/rest/v1/books?apikey=bst_secret_abc-_1', '/rest/v1/books?apikey=…'],
  [`/p/abc/rest/v1/books?${jwt}`, '/rest/v1/books?…'],
  [`/p/abc/rest/v1/books?select=${jwt}`, '/rest/v1/books?select=…'],
  [`/p/abc/rest/v1/${jwt}/x`, '/rest/v1/…/x'],
  ['/p/abc/rest/v1/bst_secret_abcDEF_12/x', '/rest/v1/…/x'],
  [`/p/abc/storage/v1/object/sign/b/a.png?token=${jwt}`, '/storage/v1/object/sign/b/a.png?token=…'],
  [
    '/p/abc/storage/v1/s3/b?X-Amz-Signature=f00&list-type=2',
    '/storage/v1/s3/b?X-Amz-Signature=…&list-type=…',
  ],
  ['/p/abc/rest/v1/books?&&a', '/rest/v1/books?…'],
  ['/p/abc?x=1', '/?x=…'],
  ['/p/abc?x=/y', '/?x=…'],
  ['/p/abc/?', '/'],
  ['/p/abc/rest/v1/rpc/f?select&order=a&x', '/rest/v1/rpc/f?…&order=a&…'],
  ['/other', '/'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})

test('a long address is truncated', () => {
  expect(loggedPath(`/p/abc/rest/v1/${'x'.repeat(5000)}`)).toHaveLength(LOGGED_PATH_MAX)
})
