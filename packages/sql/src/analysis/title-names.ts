import { asNode, type SqlNode } from '../parser/sql-node.ts'

/** Tables, columns or functions that a title names; the rest is counted. */
const NAMED = 3

/** As one writes it: the schema only where it is not the usual one. */
export function relationName(value: SqlNode[string] | undefined): string {
  const { schemaname, relname = '' } = asNode(value)
  return [schemaname, relname].filter((part) => part && part !== 'public').join('.')
}

/** `a, b and c`, or the first few and how many more. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
