import { expect, test } from 'vitest'
import { countCharacters, indexOfCharacter } from './characters.ts'

test.each([
  ['select 1', 1, 0],
  ['select 1', 8, 7],
  ['a😀b', 2, 1],
  ['a😀b', 3, 3],
  ['a😀b', 4, 4],
  ['é😀😀x', 4, 5],
  ['ab', 99, 2],
  ['', 1, 0],
])('in %j the character at position %i starts at index %i', (text, position, index) => {
  expect(indexOfCharacter(text, position)).toBe(index)
})

test('characters are counted between indexes', () => {
  expect(countCharacters('a😀b')).toBe(3)
  expect(countCharacters('a😀b', 0, 3)).toBe(2)
  expect(countCharacters('a😀b', 3)).toBe(1)
})
