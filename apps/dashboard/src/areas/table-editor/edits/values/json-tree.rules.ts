/** A JSON value. Scalars keep their text, so that numbers keep every digit and repeated keys stay. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }

const TOKEN = /[[\]{},:]|"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g

/** The tree of a JSON text; undefined when it is not JSON. */
export function jsonTree(text: string): JsonNode | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const tokens = text.match(TOKEN) ?? []
  let at = 0
  const next = () => tokens[at++]!
  const key = () => JSON.parse(next()) as string
  const read = (): JsonNode => {
    const token = next()
    if (token === '{') {
      const entries: [string, JsonNode][] = []
      while (tokens[at] !== '}') {
        const name = key()
        at += 1
        entries.push([name, read()])
        if (tokens[at] === ',') at += 1
      }
      at += 1
      return { kind: 'object', entries }
    }
    if (token === '[') {
      const items: JsonNode[] = []
      while (tokens[at] !== ']') {
        items.push(read())
        if (tokens[at] === ',') at += 1
      }
      at += 1
      return { kind: 'array', items }
    }
    if (token.startsWith('"')) return { kind: 'string', text: JSON.parse(token) as string }
    return { kind: /^(?:true|false|null)$/.test(token) ? 'word' : 'number', text: token }
  }
  return read()
}
