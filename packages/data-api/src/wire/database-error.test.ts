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
])('functions of a database may set the header %s: %s', (name, isAllowed) => {
  expect(safeHeaders({ [name]: 'x' })).toEqual(isAllowed ? { [name]: 'x' } : {})
})

test('headers that are multi-line or not text are left out', () => {
  expect(safeHeaders({ 'x-two': 'a\r\nb: c', 'x-number': 1, 'x-fine': 'é' })).toEqual({ 'x-fine': 'é' })
})
