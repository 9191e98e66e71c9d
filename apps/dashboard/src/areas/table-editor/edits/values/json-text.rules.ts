/** A JSON value as a part of a text: where it begins and ends. */
interface Part {
  readonly from: number
  readonly to: number
}

export interface JsonEntry {
  readonly key: string
  /** Where the key is written, with its quotes. */
  readonly keyFrom: number
  readonly keyTo: number
  readonly value: JsonNode
}

/**
 * A JSON value that knows its place in the text. Changes replace parts of the text, so that everything else stays as
 * it was typed: digits of numbers, order of keys, repeated keys, escapes and white space.
 */
export type JsonNode = Part &
  (
    | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    /** `text` is the value as written, with the quotes of a string. */
    | { readonly kind: 'scalar'; readonly text: string }
  )

export type JsonContainer = Exclude<JsonNode, { kind: 'scalar' }>

/** Deeper values would overflow the stack. */
export const JSON_DEPTH_MAX = 200

const TOKEN = /[[\]{},:]|"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g

/** The value of a JSON text; undefined when it is not JSON or nested deeper than `JSON_DEPTH_MAX`. */
export function readJson(text: string): JsonNode | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const tokens = [...text.matchAll(TOKEN)]
  let at = 0
  const peek = () => tokens[at]![0]
  const next = () => {
    const { 0: token, index: from } = tokens[at++]!
    return { token, from, to: from + token.length }
  }
  const skip = (token: string) => {
    if (peek() === token) at += 1
  }
  const read = (depth: number): JsonNode | undefined => {
    const { token, from, to } = next()
    if (token !== '{' && token !== '[') return { kind: 'scalar', from, to, text: token }
    if (depth === JSON_DEPTH_MAX) return undefined
    const isObject = token === '{'
    const close = isObject ? '}' : ']'
    const entries: JsonEntry[] = []
    const items: JsonNode[] = []
    while (peek() !== close) {
      const key = isObject ? next() : undefined
      if (key) skip(':')
      const value = read(depth + 1)
      if (!value) return undefined
      if (key) entries.push({ key: JSON.parse(key.token) as string, keyFrom: key.from, keyTo: key.to, value })
      else items.push(value)
      skip(',')
    }
    const end = next().to
    return isObject ? { kind: 'object', from, to: end, entries } : { kind: 'array', from, to: end, items }
  }
  return read(0)
}

/** A text with one part of it replaced. */
export const replacePart = (text: string, { from, to }: Part, by: string) =>
  text.slice(0, from) + by + text.slice(to)

const partsOf = (container: JsonContainer): readonly Part[] =>
  container.kind === 'object'
    ? container.entries.map(({ keyFrom, value }) => ({ from: keyFrom, to: value.to }))
    : container.items

/** Adds `null` to the end of an object or array, spaced like what is there. `at` is where the new key or item begins. */
export function addMember(text: string, container: JsonContainer): { text: string; at: number } {
  const parts = partsOf(container)
  const last = parts.at(-1)
  const added = `${newKey(text, container)}null`
  if (!last) {
    const at = container.from + 1
    return { text: replacePart(text, { from: at, to: container.to - 1 }, added), at }
  }
  const before = text.slice(parts.at(-2)?.to ?? container.from + 1, last.from).replace(',', '')
  const space = parts.length === 1 && !before.includes('\n') ? ' ' : before
  return {
    text: replacePart(text, { from: last.to, to: last.to }, `,${space}${added}`),
    at: last.to + 1 + space.length,
  }
}

/** A key that the object does not have, with its colon; nothing for an array. */
function newKey(text: string, container: JsonContainer): string {
  if (container.kind === 'array') return ''
  const keys = new Set(container.entries.map(({ key }) => key))
  let name = 'key'
  for (let number = 2; keys.has(name); number += 1) name = `key${number}`
  const last = container.entries.at(-1)
  return `"${name}"${last ? text.slice(last.keyTo, last.value.from) : ': '}`
}

/** Removes an entry or item with its comma. */
export function removeMember(text: string, container: JsonContainer, index: number): string {
  const parts = partsOf(container)
  const part = parts[index]!
  const before = parts[index - 1]
  const after = parts[index + 1]
  if (before) return replacePart(text, { from: before.to, to: part.to }, '')
  if (after) return replacePart(text, { from: part.from, to: after.from }, '')
  return replacePart(text, { from: container.from + 1, to: container.to - 1 }, '')
}

/** Keys that an object has more than once: `json` keeps them all, `jsonb` only the last. */
export function repeatedKeys(entries: readonly JsonEntry[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(entries.map(({ key }) => key).filter((key) => seen.has(key) || !seen.add(key)))
}
