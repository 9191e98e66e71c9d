import { expect, test } from 'vitest'
import { preparedPassword } from './prepared-password.ts'

test.each([
  ['ASCII', 'geheim\'"\\', 'geheim\'"\\'],
  ['a composed letter', 'größe', 'größe'],
  ['a letter and its accent', 'gro\u0308ße', 'größe'],
  ['a ligature', 'ﬁsh', 'fish'],
  ['RFC 4013: a soft hyphen', 'I\u00adX', 'IX'],
  ['RFC 4013: a superscript', '\u00aa', 'a'],
  ['RFC 4013: a roman numeral', '\u2168', 'IX'],
  ['a space that does not break', 'a\u00a0b', 'a b'],
  ['a control character, which stays with all else', '\u00aa\u0007', '\u00aa\u0007'],
  ['nothing that is visible', '\u00ad', '\u00ad'],
])('%s is hashed as PostgreSQL does', (_title, password, expected) => {
  expect(preparedPassword(password)).toBe(expected)
})
