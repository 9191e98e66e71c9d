import { hasClass, IDENTIFIER_PART, IDENTIFIER_START } from './character-class.ts'

/** The dotted name that ends at an index, as somebody is writing it. */
export interface NamePath {
  /** The parts before the last dot, as PostgreSQL reads them: bare words in lower case. */
  readonly qualifiers: readonly string[]
  /** What stands of the last part, as written. */
  readonly word: string
  /** Where the last part begins. */
  readonly start: number
}

/** Reads backwards from the index: `shop."Items".na|` is `na` behind `shop` and `Items`. */
export function namePathBefore(text: string, index: number): NamePath {
  const start = wordStart(text, index)
  const qualifiers: string[] = []
  let at = start
  while (at > 0 && text[at - 1] === '.') {
    const end = at - 1
    at = wordStart(text, end)
    if (at === end) break
    qualifiers.unshift(readIdentifier(text.slice(at, end)))
  }
  return { qualifiers, word: text.slice(start, index), start }
}

/** The dotted name around an index, and the whole of its last part; undefined where none stands. */
export function namePathAt(text: string, index: number): (NamePath & { end: number }) | undefined {
  let end = index
  if (text[index] === '"') end = text.indexOf('"', index + 1) + 1 || index
  while (end < text.length && isPart(text.charCodeAt(end))) end += 1
  const path = namePathBefore(text, end)
  return path.word === '' || path.start > index ? undefined : { ...path, end }
}

function wordStart(text: string, end: number): number {
  if (text[end - 1] === '"') {
    const open = text.lastIndexOf('"', end - 2)
    return open < 0 ? end : open
  }
  let at = end
  while (at > 0 && isPart(text.charCodeAt(at - 1))) at -= 1
  return at < end && !hasClass(text.charCodeAt(at), IDENTIFIER_START) ? end : at
}

const isPart = (code: number) => hasClass(code, IDENTIFIER_PART)

/** An identifier as PostgreSQL reads it: in lower case unless it is quoted. */
export const readIdentifier = (written: string) =>
  written.startsWith('"') ? written.slice(1).replace(/"$/, '').replaceAll('""', '"') : written.toLowerCase()
