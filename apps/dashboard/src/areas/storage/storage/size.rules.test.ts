import { expect, test } from 'vitest'
import { amountOf, bytesOf, type SizeUnit } from './size.rules.ts'

test.each<[string, SizeUnit, number | undefined]>([
  ['50', 'MB', 52_428_800],
  ['1.5', 'KB', 1536],
  ['0', 'bytes', 0],
  [' 7 ', 'bytes', 7],
  ['', 'MB', undefined],
  ['-1', 'MB', undefined],
  ['1e3', 'MB', undefined],
  ['9'.repeat(20), 'GB', undefined],
])('%j %s is %s bytes', (amount, unit, bytes) => {
  expect(bytesOf(amount, unit)).toBe(bytes)
})

test.each([
  [52_428_800, '50', 'MB'],
  [1536, '1.5', 'KB'],
  [1000, '1000', 'bytes'],
  [0, '0', 'bytes'],
  [0xc80000000, '50', 'GB'],
])('%s bytes are %s %s', (bytes, amount, unit) => {
  expect(amountOf(bytes)).toEqual({ amount, unit })
})
