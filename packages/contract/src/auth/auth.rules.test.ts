import { expect, test } from 'vitest'
import { authDefaults, passwordWeaknesses } from './auth.rules.ts'

test.each([
  ['secret', '', []],
  ['short', '', ['length']],
  // Characters as people count them.
  ['🐘🐘🐘🐘🐘', '', ['length']],
  ['abcdef', 'letters_digits', ['characters']],
  ['abcde1', 'letters_digits', []],
  ['abcde1', 'lower_upper_letters_digits', ['characters']],
  ['Abcde1', 'lower_upper_letters_digits_symbols', ['characters']],
  ['Abc1!', 'lower_upper_letters_digits_symbols', ['length']],
  ['Abcd1!', 'lower_upper_letters_digits_symbols', []],
] as const)('%s under the rule "%s" lacks %j', (password, password_required_characters, reasons) => {
  expect(passwordWeaknesses(password, { ...authDefaults, password_required_characters })).toEqual(reasons)
})
