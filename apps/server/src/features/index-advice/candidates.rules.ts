import { TRIED_COLUMNS_MAX, TRIED_INDEXES_MAX } from '@basalt/contract/index-advice/index-advice.rules.ts'
import type { IndexableColumns } from '@basalt/sql/analysis/indexable-columns.ts'

/** A table of the database that a statement reads. */
export interface KnownTable {
  readonly schema: string
  readonly name: string
  /** The name that the statement uses for it. */
  readonly alias: string
  readonly rows: number
  readonly columns: readonly string[]
  /** The columns of each of its indexes, in order. */
  readonly indexes: readonly (readonly string[])[]
}

export interface Candidate {
  readonly schema: string
  readonly table: string
  readonly columns: readonly { name: string; is_descending: boolean }[]
}

/** Reading a table of fewer rows takes no longer than using an index. */
export const SMALL_TABLE_ROWS = 500

type Column = Candidate['columns'][number]

/**
 * Indexes that could serve a statement, those of large tables first. In an index, columns that are compared for equality
 * come first, because all rows of one value lie together; then one column of a range or those of the sort.
 */
export function indexCandidates({ uses }: IndexableColumns, tables: readonly KnownTable[]): Candidate[] {
  const found: Candidate[] = []
  for (const table of [...tables].sort((a, b) => b.rows - a.rows)) {
    if (table.rows < SMALL_TABLE_ROWS) continue
    const own = uses.filter((use) => tableOf(use, tables) === table)
    const named = (...kinds: readonly string[]): Column[] =>
      unique(
        own
          .filter(({ use }) => kinds.includes(use))
          .map(({ column, use }) => ({ name: column, is_descending: use === 'sort_descending' })),
      )
    const [equal, ranges, sorted] = [named('equal'), named('range'), named('sort', 'sort_descending')]
    const lists = [
      ...(sorted.length > 0 ? [[...equal, ...sorted]] : []),
      ...(ranges.length > 0 ? ranges.map((range) => [...equal, range]) : []),
      equal,
      ...(equal.length > 1 ? equal.map((one) => [one]) : []),
    ]
    for (const list of lists) {
      const columns = unique(list).slice(0, TRIED_COLUMNS_MAX)
      if (columns.length === 0 || isThere(table, columns)) continue
      const candidate = { schema: table.schema, table: table.name, columns }
      if (!found.some((one) => JSON.stringify(one) === JSON.stringify(candidate))) found.push(candidate)
    }
  }
  return found.slice(0, TRIED_INDEXES_MAX)
}

/** The table of a column: the one that its qualifier names, or the only one that has such a column. */
export function tableOf(
  { qualifier, column }: { qualifier: string | undefined; column: string },
  tables: readonly KnownTable[],
): KnownTable | undefined {
  const having = tables.filter(
    (table) => table.columns.includes(column) && (qualifier === undefined || table.alias === qualifier),
  )
  return having.length === 1 || qualifier !== undefined ? having[0] : undefined
}

const unique = (columns: readonly Column[]) =>
  [...new Map(columns.map((column) => [column.name, column] as const).reverse()).values()].reverse()

const isThere = ({ indexes }: KnownTable, columns: readonly Column[]) =>
  indexes.some((index) => columns.every(({ name }, at) => index[at] === name))
