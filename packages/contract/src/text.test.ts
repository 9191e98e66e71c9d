import { expect, test } from 'vitest'
import { nameText, Text } from './text.ts'

test('text with a NUL or a lone surrogate is refused, everything else is accepted', () => {
  for (const wrong of ['a\0b', '\ud800', 'x\udc00y']) expect(Text.safeParse(wrong).success).toBe(false)
  for (const right of ['', 'plain', '名前 🪨', 'line\nbreak', '\u202e'])
    expect(Text.safeParse(right).success).toBe(true)
})

test.each([
  ['ab', 'The name needs at least 3 characters'],
  ['   ab   ', 'The name needs at least 3 characters'],
  ['a'.repeat(6), 'The name may have at most 5 characters'],
  ['a\nb', 'The name may not contain line breaks or control characters'],
])('a name of %j is refused with %j', (value, message) => {
  expect(nameText('The name', 3, 5).safeParse(value).error?.issues[0]?.message).toBe(message)
})

test('a name is trimmed and counted in characters, not in bytes or code units', () => {
  expect(nameText('The name', 3, 5).parse('  🪨🪨🪨🪨🪨 ')).toBe('🪨🪨🪨🪨🪨')
})
