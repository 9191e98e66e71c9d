import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('%j of ten bytes is %j', (header, expected) => expect(byteRange(header, 10)).toEqual(expected))

test('no range of an empty file is satisfiable', () => expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable'))
