import { hasClass, IDENTIFIER_PART, IDENTIFIER_START } from './character-class.ts'

/** A dotted, possibly incomplete name that ends at an index. */
export interface NamePath {
  /** The parts before the last dot, folded as in PostgreSQL: unquoted ones in lower case. */
  readonly qualifiers: readonly string[]
  /** The last part, as written so far. */
  readonly word: string
  /** The index of the last part. */
  readonly start: number
}

/** The name before an index: for `shop."Items".na|` the word `na` with the qualifiers `shop` and `Items`. */
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

/** The name around an index, with the complete last part; undefined if there is none. */
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

/** An identifier folded as in PostgreSQL: in lower case unless quoted. */
export const readIdentifier = (written: string) =>
  written.startsWith('"') ? written.slice(1).replace(/"$/, '').replaceAll('""', '"') : written.toLowerCase()
