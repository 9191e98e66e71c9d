import type { GridCell, GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { containing } from '@basalt/sql/like-pattern.ts'
import type { FilterRule } from '@basalt/table-rows/filters/filter.ts'
import { printFilters } from '@basalt/table-rows/filters/filter-url.ts'
import { valueKind, valueProblem } from './value-kind.rules.ts'

/** Texts of more columns are not searched. */
const SEARCHED_MAX = 6
/** Columns displayed beside those that are referenced. */
const DISPLAYED_MAX = 3

const isText = ({ format }: GridColumn) =>
  ['text', 'varchar', 'bpchar', 'name', 'public.citext'].includes(format)

/** The columns that tell a row of the referenced table apart for people, those that are referenced first. */
export const displayedColumns = (
  columns: readonly GridColumn[],
  referenced: readonly string[],
): GridColumn[] => [
  ...referenced.flatMap((name) => columns.filter((column) => column.name === name)),
  ...columns.filter((column) => isText(column) && !referenced.includes(column.name)).slice(0, DISPLAYED_MAX),
]

/** The filter that finds rows with a text: in the referenced columns by value, in texts anywhere. Undefined for no text. */
export function searchFilter(
  columns: readonly GridColumn[],
  referenced: readonly string[],
  text: string,
): string | undefined {
  const searched = text.trim()
  if (searched === '') return undefined
  const pattern = containing(searched)
  const exact = columns.filter(
    (column) =>
      referenced.includes(column.name) &&
      !isText(column) &&
      ['number', 'uuid', 'enum'].includes(valueKind(column)) &&
      valueProblem(column, searched) === undefined,
  )
  const texts = columns.filter(isText).slice(0, SEARCHED_MAX)
  const rules: FilterRule[] = [
    ...exact.map(({ name }) => ({ column: name, operator: 'eq' as const, value: searched })),
    ...texts.map(({ name }) => ({ column: name, operator: 'ilike' as const, value: pattern })),
  ]
  // Without a column that could have the text nothing matches, and the key is searched as text.
  const sought =
    rules.length > 0
      ? rules
      : referenced.map((column) => ({ column, operator: 'ilike' as const, value: pattern }))
  return printFilters({ match: 'any', of: sought })[0]
}

/** The filter that finds the row that a key references; undefined when a part of it is NULL, which references nothing. */
export function referencedRowFilters(
  targetColumns: readonly string[],
  key: readonly (string | null)[],
): string[] | undefined {
  if (key.length !== targetColumns.length || key.some((value) => value === null)) return undefined
  return printFilters({
    match: 'all',
    of: targetColumns.map((column, index) => ({ column, operator: 'eq', value: key[index]! })),
  })
}

/** A value in a list of rows. */
export const shortText = (cell: GridCell | undefined) =>
  cell === undefined || cell === null ? 'NULL' : typeof cell === 'string' ? cell : `${cell.beginning ?? ''}…`
