import { expect, test } from 'vitest'
import { contentTypeOf } from './content-type.rules.ts'

test.each([
  ['photo.png', 'image/png', 1, 'image/png'],
  ['notes.md', '', 1, 'text/markdown'],
  ['main.py', '', 1, 'text/plain'],
  ['Main.RS', '', 1, 'text/plain'],
  ['index.ts', 'video/mp2t', 1024 ** 2 - 1, 'text/plain'],
  ['film.ts', 'video/mp2t', 1024 ** 2, 'video/mp2t'],
  ['table.csv', 'application/vnd.ms-excel', 1, 'text/csv'],
  ['unknown.xyz', '', 1, 'application/octet-stream'],
  ['no-extension', '', 1, 'application/octet-stream'],
])('%s with the browser’s type %j and %s bytes is uploaded as %s', (name, type, size, expected) => {
  expect(contentTypeOf({ name, type, size })).toBe(expected)
})
