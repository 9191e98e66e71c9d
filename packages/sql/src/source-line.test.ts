import { describe, expect, test } from 'vitest'
import { sourceLine } from './source-line.ts'

const x = (count: number) => 'x'.repeat(count)

describe('the line of an error', () => {
  test.each([
    ['the first character', 'selec 1', 1, ['LINE 1: selec 1', '        ^']],
    ['the end of the text', 'select', 7, ['LINE 1: select', '              ^']],
    ['Windows line ends', 'a\r\nb\r\nc d', 9, ['LINE 3: c d', '          ^']],
    ['old line ends', 'a\rb\rc d', 7, ['LINE 3: c d', '          ^']],
    ['an empty line', 'a\n\nb', 3, ['LINE 2: ', '        ^']],
    ['tabs, shown as one space', '\tselect\tfoo', 9, ['LINE 1:  select foo', '                ^']],
    [
      'characters beyond the first plane',
      "select '😀😀', foo",
      14,
      ["LINE 1: select '😀😀', foo", '                       ^'],
    ],
    ['wide characters', "select '表示', foo", 14, ["LINE 1: select '表示', foo", '                       ^']],
    ['a long line, caret near its start', `ab ${x(100)}`, 2, [`LINE 1: ab ${x(57)}...`, '         ^']],
    [
      'a long line, caret near its end',
      `${x(100)} ab`,
      102,
      [`LINE 1: ...${x(57)} ab`, `           ${' '.repeat(58)}^`],
    ],
    [
      'a long line, caret in its middle',
      `${x(100)}!${x(100)}`,
      101,
      [`LINE 1: ...${x(50)}!${x(9)}...`, `           ${' '.repeat(50)}^`],
    ],
    ['a line of exactly sixty columns', x(60), 60, [`LINE 1: ${x(60)}`, `${' '.repeat(8 + 59)}^`]],
  ])('%s', (_case, text, position, lines) => {
    expect(sourceLine(text, position)?.split('\n')).toEqual(lines)
  })

  test('a position beyond the text gives nothing', () => {
    expect(sourceLine('abc', 5)).toBeUndefined()
    expect(sourceLine('abc', 0)).toBeUndefined()
  })

  test('a line of ten million characters is cropped like any other', () => {
    expect(sourceLine(`${x(5_000_000)}!${x(5_000_000)}`, 5_000_001)).toBe(
      sourceLine(`${x(100)}!${x(100)}`, 101),
    )
  })
})
