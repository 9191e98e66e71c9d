import { expect, test } from 'vitest'
import { containing, startingWith } from './like-pattern.ts'

test.each([
  ['a', '%a%'],
  ['100%', '%100\\%%'],
  ['snake_case', '%snake\\_case%'],
  ['C:\\temp', '%C:\\\\temp%'],
  ['', '%%'],
])('texts that contain %j match %j', (text, pattern) => {
  expect(containing(text)).toBe(pattern)
  expect(startingWith(text)).toBe(pattern.slice(1))
})
