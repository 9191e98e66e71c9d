import { expect, test } from 'vitest'
import { recoveryCodesFile, recoveryCodesLeft } from './recovery-codes.rules.ts'

test.each([
  [10, '10 of 10 left', false],
  [4, '4 of 10 left', false],
  [3, '3 of 10 left', true],
  [0, 'None left', true],
])('with %d codes it says %j', (left, words, areFew) => {
  expect(recoveryCodesLeft(left)).toEqual({ words, areFew })
})

test('the file holds every code on a line of its own and says whose they are', () => {
  const [, text = ''] = recoveryCodesFile(['aaaa-bbbb', 'cccc-dddd'], 'db.example.com').split(',')
  const lines = decodeURIComponent(text).split('\n')
  expect(lines[0]).toContain('db.example.com')
  expect(lines).toEqual(expect.arrayContaining(['aaaa-bbbb', 'cccc-dddd']))
})
