/** One item of an array; null is NULL. */
export type ArrayItem = string | null

/**
 * The items of an array as PostgreSQL prints it, such as `{a,"b c",NULL}`. Undefined for arrays of several dimensions or
 * with bounds of their own, and for a text that is no array; those are edited as text.
 */
export function parseArray(text: string): ArrayItem[] | undefined {
  const trimmed = text.trim()
  if (/^\{\s*\}$/.test(trimmed)) return []
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined
  const items: ArrayItem[] = []
  const end = trimmed.length - 1
  let at = 1
  while (at <= end) {
    ITEM.lastIndex = at
    const match = ITEM.exec(trimmed)
    if (!match || ITEM.lastIndex > end) return undefined
    const [, quoted, bare] = match
    if (quoted !== undefined) items.push(unescaped(quoted))
    else if (bare === undefined) return undefined
    else items.push(/^null$/i.test(bare.trim()) ? null : unescaped(bare.trim()))
    at = ITEM.lastIndex
    if (at === end) return items
    if (trimmed[at] !== ',') return undefined
    at += 1
  }
  return undefined
}

/** A quoted item, or one without quotes, which ends before a comma or brace. */
const ITEM = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"\s*|((?:[^",{}\\]|\\[\s\S])+))/y

const unescaped = (text: string) => text.replace(/\\([\s\S])/g, '$1')

/** The array as PostgreSQL reads it. */
export const printArray = (items: readonly ArrayItem[]): string =>
  `{${items.map((item) => (item === null ? 'NULL' : printItem(item))).join(',')}}`

const printItem = (item: string) =>
  item === '' || /[{}",\\\s]/.test(item) || /^null$/i.test(item)
    ? `"${item.replace(/["\\]/g, '\\$&')}"`
    : item
