/**
 * PostgreSQL counts characters (code points) from 1 where JavaScript counts UTF-16 codes from 0. These two convert
 * between them without making an array of the whole text.
 */

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00

/** How many characters lie in `text` from index `start` up to index `end`. */
export function countCharacters(text: string, start = 0, end = text.length) {
  let count = 0
  for (let at = start; at < end; at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1) count += 1
  return count
}

/** The UTF-16 index of the character at a 1-based `position`; the length of the text when it lies behind the end. */
export function indexOfCharacter(text: string, position: number) {
  let at = 0
  for (let left = position - 1; left > 0 && at < text.length; left -= 1) {
    at += isHighSurrogate(text.charCodeAt(at)) ? 2 : 1
  }
  return Math.min(at, text.length)
}
