import { expect, test } from 'vitest'
import { normalRecoveryCode, RECOVERY_CODE_ALPHABET, RECOVERY_CODE_LENGTH } from './recovery-codes.rules.ts'

test.each([
  ['K4M9-X7QP-2AB6-HT3Z', 'k4m9x7qp2ab6ht3z'],
  [' k4m9 x7qp\t2ab6 ht3z\n', 'k4m9x7qp2ab6ht3z'],
  ['', ''],
  [' - ', ''],
])('%j is the code %j', (typed, code) => {
  expect(normalRecoveryCode(typed)).toBe(code)
})

test('a code has 80 bits', () => {
  expect(new Set(RECOVERY_CODE_ALPHABET).size).toBe(32)
  expect(RECOVERY_CODE_LENGTH * Math.log2(RECOVERY_CODE_ALPHABET.length)).toBe(80)
})
