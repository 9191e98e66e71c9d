import { expect, test } from 'vitest'
import { redirectPatternProblem, redirectTarget } from './redirects.rules.ts'

const site_url = 'https://app.example.com/start'
const uri_allow_list = [
  'https://*.example.org/**',
  'https://shop.example.net/callback',
  'https://{one,two}.example.io/a?',
  'myapp://signed-in',
]
const target = (requested: string | undefined) => redirectTarget(requested, { site_url, uri_allow_list })

test.each([
  'https://app.example.com/',
  'https://app.example.com:8443/any?x=1',
  'https://x.example.org/a/b.c?d=/e',
  'https://shop.example.net/callback',
  'https://two.example.io/ab',
  'myapp://signed-in',
])('%s is allowed', (requested) => {
  expect(target(requested)).toBe(requested)
})

test('the fragment is dropped, and the address is the one a browser would open', () => {
  expect(target('HTTPS://APP.example.com/a/../b#x')).toBe('https://app.example.com/b')
})

test.each([
  undefined,
  '',
  '/relative',
  '//evil.example',
  '\\\\evil.example',
  'https:\\\\app.example.com@evil.example',
  'https://evil.example',
  'http://app.example.com/',
  'https://app.example.com@evil.example/',
  'https://user:pass@app.example.com/',
  'https://app.example.com.evil.example/',
  'https://evilapp.example.com/',
  'https://a.b.example.org/',
  'https://example.org/',
  'https://evil.example/x.example.org/',
  'https://evil.example?https://x.example.org/',
  'https://evil.example#.example.org/',
  'https://shop.example.net/callback/more',
  'https://shop.example.net/callback?x',
  'https://app.example.com\n.evil.example/',
  ' https://app.example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'myapp://signed-in.evil',
])('%s leads to the site', (requested) => {
  expect(target(requested)).toBe(site_url)
})

test.each([
  ['example.com', 'Begin with a scheme'],
  ['https://*', 'Name the host'],
  ['http://**/x', 'Name the host'],
  ['javascript://%0aalert(1)', 'is not allowed'],
  ['https://a b.example', 'no spaces'],
  ['https://a.example/**/**/**/**/**', 'at most 4 wildcards'],
])('the pattern %s is refused', (pattern, problem) => {
  expect(redirectPatternProblem(pattern)).toContain(problem)
})

test.each([...uri_allow_list, 'http://localhost:*/**', 'exp://192.168.1.*:19000'])(
  'the pattern %s is accepted',
  (pattern) => {
    expect(redirectPatternProblem(pattern)).toBeUndefined()
  },
)
