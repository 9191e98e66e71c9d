import { expect, test } from 'vitest'
import { recoveryCodesFile, recoveryCodesLeft } from './recovery-codes.rules.ts'

test.each([
  [10, '10 of 10 left', false],
  [4, '4 of 10 left', false],
  [3, '3 of 10 left', true],
  [0, 'None left', true],
])('with %d codes the label is %j', (left, label, areFew) => {
  expect(recoveryCodesLeft(left)).toEqual({ label, areFew })
})

test('the file has one code per line and names the installation', () => {
  const [, text = ''] = recoveryCodesFile(['aaaa-bbbb', 'cccc-dddd'], 'db.example.com').split(',')
  const lines = decodeURIComponent(text).split('\n')
  expect(lines[0]).toContain('db.example.com')
  expect(lines).toEqual(expect.arrayContaining(['aaaa-bbbb', 'cccc-dddd']))
})
