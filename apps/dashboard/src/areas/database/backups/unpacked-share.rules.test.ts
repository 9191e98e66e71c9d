import { expect, test } from 'vitest'
import { unpackedShare } from './unpacked-share.rules.ts'

test.each([
  [0, 0, '0 bytes of 4 MB'],
  [2 ** 20, 25, '1 MB of 4 MB'],
  // With the log that came on top.
  [5 * 2 ** 20, 100, '4 MB of 4 MB'],
])('%s bytes of 4 MB are %s %%', (copied_bytes, value, valueText) => {
  expect(unpackedShare({ copied_bytes, total_bytes: 2 ** 22 })).toEqual({ value, valueText })
})
