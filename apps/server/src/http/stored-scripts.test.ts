import { expect, test } from 'vitest'
import { refuseScriptRequest, servedType } from './stored-scripts.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'

test.each([
  ['same-origin', 'script', true],
  ['same-origin', 'serviceworker', true],
  ['same-origin', 'worker', true],
  ['same-origin', 'image', false],
  ['same-origin', 'empty', false],
  ['same-origin', 'document', false],
  ['cross-site', 'script', false],
  ['same-site', 'script', false],
  [undefined, undefined, false],
])('a request of a page that is %s for a %s is refused: %s', (site, dest, isRefused) => {
  const check = () => refuseScriptRequest({ 'sec-fetch-site': site, 'sec-fetch-dest': dest } as never)
  if (isRefused) expect(check).toThrow(/not run as scripts/)
  else expect(check).not.toThrow()
})

test.each([
  ['text/javascript', { 'user-agent': BROWSER }, 'text/plain; charset=utf-8'],
  ['Application/JavaScript; charset=utf-8', { 'user-agent': BROWSER }, 'text/plain; charset=utf-8'],
  ['text/ecmascript', { 'user-agent': BROWSER }, 'text/plain; charset=utf-8'],
  ['text/javascript1.5', { 'user-agent': BROWSER }, 'text/plain; charset=utf-8'],
  ['text/javascript', { 'user-agent': BROWSER, 'sec-fetch-site': 'cross-site' }, 'text/javascript'],
  ['text/javascript', { 'user-agent': 'curl/8' }, 'text/javascript'],
  ['text/javascript', {}, 'text/javascript'],
  ['text/css', { 'user-agent': BROWSER }, 'text/css'],
])('%s is served to %j as %s', (type, headers, served) => expect(servedType(type, headers)).toBe(served))
