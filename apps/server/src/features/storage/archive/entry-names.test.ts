import { expect, test } from 'vitest'
import { entryNames, relativePath } from './entry-names.ts'

test.each([
  ['a/b c.txt', 'a/b c.txt'],
  ["größe/ä !'()*?:.txt", "größe/ä !'()*?:.txt"],
  ['.../x', '.../x'],
  ['../../etc/passwd', 'etc/passwd'],
  ['a/../../b', 'a/b'],
  ['/etc/passwd', 'etc/passwd'],
  ['..\\..\\windows\\x', 'windows/x'],
  ['C:\\x', 'x'],
  ['C:/x', 'x'],
  ['a/.. /b', 'a/b'],
  ['a\u0000\r\nb', 'a___b'],
  ['..', 'unnamed'],
  ['', 'unnamed'],
  ['\ud800', '\ufffd'],
])('the key %j is unpacked as %j', (key, name) => expect(relativePath(key)).toBe(name))

test('two keys never get the same entry name', () => {
  const nameOf = entryNames()
  expect(['b.txt', '../b.txt', '/b.txt', 'c'].map(nameOf)).toEqual(['b.txt', 'b (2).txt', 'b (3).txt', 'c'])
})

test('a name is at most as long as a zip archive allows', () => {
  expect(relativePath('ä'.repeat(40_000))).toHaveLength(255)
})
