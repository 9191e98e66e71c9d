import { expect, test } from 'vitest'
import { isSafeUrl } from './notifications.rules.ts'

test.each([
  ['https://example.com/a?b=c#d', true],
  ['http://localhost:4000/', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['/project/[ref]/sql', true],
  ['/', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['/\t/example.com', false],
  ['/a\n/b', false],
  ['javascript:alert(1)', false],
  ['data:text/html,hi', false],
  ['project', false],
  ['https://', false],
  ['', false],
])('%j is a safe link target: %s', (url, isSafe) => {
  expect(isSafeUrl(url)).toBe(isSafe)
})
