import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [-5, '0 bytes'],
  [Number.NaN, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 3 * 2.25, '2.3 GB'],
  [1024 ** 6, '1024 PB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('the number of decimals can be chosen', () => {
  expect(formatBytes(1024 ** 3 * 2.25, 2)).toBe('2.25 GB')
  expect(formatBytes(1024 ** 3 * 2.25, 0)).toBe('2 GB')
})
