import { expect, test } from 'vitest'
import { safeHeaders } from './database-error.ts'

test.each([
  ['location', true],
  ['cache-control', true],
  ['X-Of-One', true],
  ['Set-Cookie', false],
  ['Clear-Site-Data', false],
  ['Alt-Svc', false],
  ['strict-transport-security', false],
  ['service-worker-allowed', false],
  ['access-control-allow-origin', false],
  ['cross-origin-opener-policy', false],
  ['X-Content-Type-Options', false],
  ['bad name', false],
])('whether code of a database may set the header %s: %s', (name, isAllowed) => {
  expect(safeHeaders({ [name]: 'x' })).toEqual(isAllowed ? { [name]: 'x' } : {})
})

test('a header of more than one line, or that is no text, is left out', () => {
  expect(safeHeaders({ 'x-two': 'a\r\nb: c', 'x-number': 1, 'x-fine': 'é' })).toEqual({ 'x-fine': 'é' })
})
