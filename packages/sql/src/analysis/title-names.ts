import { asNode, type SqlNode } from '../parser/sql-node.ts'

/** The most names in a title; the rest is counted. */
const NAMED = 3

/** The name of a RangeVar, with the schema unless it is `public`. */
export function relationName(value: SqlNode[string] | undefined): string {
  const { schemaname, relname = '' } = asNode(value)
  return [schemaname, relname].filter((part) => part && part !== 'public').join('.')
}

/** `a, b and c`, or the first few names and how many more there are. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, NAMED)
  const rest = names.length - first.length
  if (rest > 0) return `${first.join(', ')} and ${rest} more`
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`
}
