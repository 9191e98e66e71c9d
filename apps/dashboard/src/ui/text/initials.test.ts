import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada.lovelace@example.com', 'AL'],
  ['Plato', 'P'],
  ['Jean Luc Picard', 'JP'],
  ['élise', 'É'],
  ['👩‍🚀 Sally', '👩‍🚀S'],
  ['  ', '?'],
  ['', '?'],
])('the initials of %s are %s', (name, drawn) => {
  expect(initials(name)).toBe(drawn)
})
