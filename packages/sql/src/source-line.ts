import { countCharacters, indexOfCharacter } from './characters.ts'
import { displayWidth } from './display-width.ts'

/** The columns printed of a line, and the least of them right of the caret; as in libpq. */
export const LINE_COLUMNS = 60
export const COLUMNS_RIGHT_OF_CARET = 10

/**
 * The two lines that psql prints for an error: `LINE 3: select foo from bar` and a caret under the character at the 1-based
 * `position`. A long line is cropped around it with `...`; tabs become one space. Undefined when the position is beyond the
 * text, which happens when the server refers to a different text.
 */
export function sourceLine(text: string, position: number): string | undefined {
  if (position < 1 || position > countCharacters(text) + 1) return undefined
  const at = indexOfCharacter(text, position)
  const { left, right } = crop(around(text, at))
  const prefix = `LINE ${lineNumber(text, at)}: ${left.isCut ? '...' : ''}`
  const line = [...left.characters, ...right.characters].join('').replaceAll('\t', ' ')
  const caret = ' '.repeat(prefix.length + width(left.characters))
  return `${prefix}${line}${right.isCut ? '...' : ''}\n${caret}^`
}

interface Side {
  characters: string[]
  isCut: boolean
}

/** The line's characters on both sides of `at`, no more than could be printed: a line may be megabytes long. */
function around(text: string, at: number): { left: Side; right: Side } {
  const reach = (LINE_COLUMNS + 1) * 2
  const before = text.slice(Math.max(0, at - reach), at)
  const after = text.slice(at, at + reach)
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const end = after.search(/[\r\n]/)
  return {
    left: { characters: [...before.slice(start)], isCut: false },
    right: { characters: [...(end < 0 ? after : after.slice(0, end))], isCut: false },
  }
}

/** Crops the right side first, but not too close to the caret, then the left side. */
function crop({ left, right }: { left: Side; right: Side }) {
  const leftWidth = width(left.characters)
  const rightWidth = width(right.characters)
  if (leftWidth + rightWidth <= LINE_COLUMNS) return { left, right }
  const rightRoom = Math.max(LINE_COLUMNS - leftWidth, COLUMNS_RIGHT_OF_CARET)
  const croppedRight = fit(right.characters, rightRoom)
  const leftRoom = LINE_COLUMNS - width(croppedRight.characters)
  const croppedLeft = fit(left.characters.toReversed(), leftRoom)
  return { left: { ...croppedLeft, characters: croppedLeft.characters.toReversed() }, right: croppedRight }
}

/** As many of the first characters as fit. */
function fit(characters: string[], columns: number): Side {
  let used = 0
  const count = characters.findIndex((character) => {
    used += displayWidth(character)
    return used > columns
  })
  return count < 0 ? { characters, isCut: false } : { characters: characters.slice(0, count), isCut: true }
}

const width = (characters: string[]) =>
  characters.reduce((sum, character) => sum + displayWidth(character), 0)

/** Counts `\n`, `\r` and `\r\n` as one line break each. */
function lineNumber(text: string, at: number) {
  let line = 1
  for (let index = 0; index < at; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x0d || (code === 0x0a && text.charCodeAt(index - 1) !== 0x0d)) line += 1
  }
  return line
}
