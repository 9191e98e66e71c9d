/**
 * A node of PostgreSQL's parse tree as JSON: an object with one key, the node's type, or only the fields where the type is
 * implied by the position. Zero, false and empty values are omitted.
 */
export type SqlNode = { readonly [key: string]: SqlValue }
export type SqlValue = string | number | boolean | null | SqlNode | readonly SqlValue[]

/** The type of a statement, such as `SelectStmt`, and its fields. */
export function statementOf(node: SqlNode): { type: string; fields: SqlNode } {
  const [type = '', fields] = Object.entries(node)[0] ?? []
  return { type, fields: asNode(fields) }
}

export const isNode = (value: SqlValue | undefined): value is SqlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is a node, else a node without fields. */
export const asNode = (value: SqlValue | undefined): SqlNode => (isNode(value) ? value : {})

export const asList = (value: SqlValue | undefined): readonly SqlValue[] =>
  Array.isArray(value) ? (value as readonly SqlValue[]) : []

/** The texts of a list of String nodes, such as the parts of a qualified name. */
export const namesIn = (value: SqlValue | undefined): string[] =>
  asList(value).map((part) => String(asNode(asNode(part).String).sval ?? ''))

/** Every named value anywhere in a tree, in order of the text. Not recursive: a tree may be very deep. */
export function* fieldsIn(root: SqlNode): Generator<[name: string, value: SqlValue]> {
  const pending: [string, SqlValue][] = Object.entries(root).reverse()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [, value] = next
    yield next
    if (Array.isArray(value))
      for (let index = value.length - 1; index >= 0; index -= 1)
        for (const inner of Object.entries(asNode(value[index] as SqlValue)).reverse()) pending.push(inner)
    else for (const inner of Object.entries(asNode(value)).reverse()) pending.push(inner)
  }
}
