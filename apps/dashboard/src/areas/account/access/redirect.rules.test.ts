import { expect, test } from 'vitest'
import { destinationAfterSignIn } from './redirect.rules.ts'

test.each([
  ['/project/abc/sql?tab=1#line-3', '/project/abc/sql?tab=1#line-3'],
  ['/', '/'],
  [undefined, '/'],
  ['', '/'],
  ['https://example.com/', '/'],
  ['//example.com', '/'],
  ['/\\example.com', '/'],
  ['/\t/example.com', '/'],
  ['/.//example.com', '/'],
  ['//[', '/'],
  ['project/abc', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?redirect=/sign-in', '/'],
  ['/sign-up', '/'],
  ['/setup#token=x', '/'],
])('after sign-in, %j redirects to %j', (redirect, destination) => {
  expect(destinationAfterSignIn(redirect)).toBe(destination)
})
