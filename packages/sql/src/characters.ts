/**
 * PostgreSQL counts characters (code points) from 1, JavaScript UTF-16 codes from 0. These functions convert between them
 * without allocating an array of the whole text.
 */

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00

/** The number of characters of `text` from index `start` to index `end` (exclusive). */
export function countCharacters(text: string, start = 0, end = text.length) {
  let count = 0
  for (let at = start; at < end; at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1) count += 1
  return count
}

/** The UTF-16 index of the character at a 1-based `position`; the length of the text if it is beyond the end. */
export function indexOfCharacter(text: string, position: number) {
  let at = 0
  for (let left = position - 1; left > 0 && at < text.length; left -= 1) {
    at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1
  }
  return Math.min(at, text.length)
}
