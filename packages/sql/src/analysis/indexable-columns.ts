import { asList, asNode, fieldsIn, isNode, namesIn, type SqlNode, type SqlValue } from '../parser/sql-node.ts'

/** How a statement uses a column in a way that an index can serve. */
export type IndexUse = 'equal' | 'range' | 'sort' | 'sort_descending'

/** A column as the statement names it: `qualifier` is a table or its alias. */
export interface NamedColumn {
  readonly qualifier: string | undefined
  readonly column: string
}

export interface IndexableColumns {
  /** Tables of the whole statement with the name that it uses for each. */
  readonly tables: readonly { schema: string | undefined; name: string; alias: string }[]
  /** In the order of the text. */
  readonly uses: readonly (NamedColumn & { use: IndexUse })[]
  /** The columns that placeholders are compared with, by the numbers of the placeholders. */
  readonly compared: ReadonlyMap<number, NamedColumn>
  /** Placeholders of LIMIT and OFFSET. */
  readonly limits: { readonly limit: readonly number[]; readonly offset: readonly number[] }
}

const RANGES = new Set(['<', '<=', '>', '>='])

/**
 * The columns of a statement's conditions and sorts. Those of subqueries count too: whether an index helps is for the
 * planner to say.
 */
export function indexableColumns(statement: SqlNode): IndexableColumns {
  const tables: IndexableColumns['tables'][number][] = []
  const uses: IndexableColumns['uses'][number][] = []
  const compared = new Map<number, NamedColumn>()
  const limit: number[] = []
  const offset: number[] = []
  const add = (column: NamedColumn | undefined, use: IndexUse) => {
    if (column) uses.push({ ...column, use })
  }
  const compare = (left: SqlValue | undefined, right: SqlValue | undefined, use: IndexUse) => {
    for (const [one, other] of [
      [left, right],
      [right, left],
    ]) {
      const column = columnOf(one)
      if (!column) continue
      // Both columns of a join are equal to something that is known when the other table was read first.
      add(column, use)
      for (const number of parametersOf(other)) compared.set(number, column)
    }
  }
  for (const [name, value] of fieldsIn(statement)) {
    const node = asNode(value)
    if (name === 'RangeVar' || name === 'relation') {
      const range = name === 'RangeVar' ? node : isNode(node.RangeVar) ? asNode(node.RangeVar) : node
      if (typeof range.relname !== 'string') continue
      const alias = asNode(range.alias).aliasname
      tables.push({
        schema: typeof range.schemaname === 'string' ? range.schemaname : undefined,
        name: range.relname,
        alias: typeof alias === 'string' ? alias : range.relname,
      })
    } else if (name === 'A_Expr') {
      const [operator = ''] = namesIn(node.name).slice(-1)
      const kind = node.kind
      if (kind === 'AEXPR_BETWEEN') compare(node.lexpr, node.rexpr, 'range')
      else if (kind === 'AEXPR_LIKE') compare(node.lexpr, node.rexpr, 'range')
      else if (kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY') {
        if (operator === '=') compare(node.lexpr, node.rexpr, 'equal')
      } else if (kind === 'AEXPR_OP' && operator === '=') compare(node.lexpr, node.rexpr, 'equal')
      else if (kind === 'AEXPR_OP' && RANGES.has(operator)) compare(node.lexpr, node.rexpr, 'range')
    } else if (name === 'SortBy')
      add(columnOf(node.node), node.sortby_dir === 'SORTBY_DESC' ? 'sort_descending' : 'sort')
    else if (name === 'limitCount') limit.push(...parametersOf(value))
    else if (name === 'limitOffset') offset.push(...parametersOf(value))
  }
  return { tables, uses, compared, limits: { limit, offset } }
}

/** The column that an expression is, also below a cast; undefined for any other expression. */
function columnOf(value: SqlValue | undefined): NamedColumn | undefined {
  const node = asNode(value)
  if (isNode(node.TypeCast)) return columnOf(node.TypeCast.arg)
  if (!isNode(node.ColumnRef)) return undefined
  const names = namesIn(node.ColumnRef.fields)
  const column = names.at(-1)
  return column === undefined || column === '' ? undefined : { qualifier: names.at(-2), column }
}

/** The placeholders that an expression consists of, alone, below casts, or in a list. */
function parametersOf(value: SqlValue | undefined): number[] {
  if (Array.isArray(value)) return asList(value).flatMap(parametersOf)
  const node = asNode(value)
  if (isNode(node.TypeCast)) return parametersOf(node.TypeCast.arg)
  if (isNode(node.List)) return parametersOf(node.List.items)
  return isNode(node.ParamRef) && typeof node.ParamRef.number === 'number' ? [node.ParamRef.number] : []
}
