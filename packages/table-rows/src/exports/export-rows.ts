import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { isRow, readableColumns } from '../cells/cells.ts'
import { type FilterPlan, filterCondition } from '../filters/filter-sql.ts'
import { type OrderKey, planPages } from '../pages/page-plan.ts'
import type { SortRule } from '../pages/sort.ts'
import { partOf, type RowIdentity, relationOf } from '../shape/row-identity.ts'
import type { TableColumn, TableShape } from '../shape/table-shape.ts'
import { newParameters, type Statement } from '../statement.ts'

/** Which rows of a relation are exported, and which of their columns. */
export interface ExportSource {
  readonly shape: TableShape
  readonly identity: RowIdentity
  /** In the order of the file; see `exportedColumns`. */
  readonly columns: readonly TableColumn[]
  readonly filter: FilterPlan
  readonly sorts: readonly SortRule[]
  /** Only these rows, each as its identity's values. */
  readonly rows?: readonly (readonly string[])[] | undefined
}

/**
 * The columns with these names, by default all, in the order of the table. Those that the caller may not read are left
 * out, and `isInserted` leaves out those that no INSERT may set.
 */
export function exportedColumns(
  shape: TableShape,
  names: readonly string[] | undefined,
  isInserted: boolean,
): readonly TableColumn[] {
  return readableColumns(shape).filter(
    ({ name, generated }) =>
      (names === undefined || names.includes(name)) && !(isInserted && generated !== null),
  )
}

/** Selects the rows in the order in which the grid shows them. Settings of `EXACT_TEXT` make every value exact. */
export function exportStatement({ shape, identity, columns, filter, sorts, rows }: ExportSource): Statement {
  const parameters = newParameters()
  const chosen = rows?.map(
    (row) => `(${isRow(identity.parts, 't', (part, place) => parameters.add(row[place]!, part.type))})`,
  )
  const conditions = [
    filterCondition(shape, filter, parameters),
    chosen && (chosen.length === 0 ? 'false' : `(${chosen.join(' or ')})`),
  ].filter((each) => each !== undefined)
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const { order } = planPages(shape, identity, sorts, filter)
  const orderBy = order.length === 0 ? '' : ` order by ${order.map(termOf).join(', ')}`
  const selected = columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ')
  return {
    text: `select ${selected} from ${relationOf(shape)} t${where}${orderBy}`,
    values: parameters.values,
  }
}

const termOf = ({ part, isDescending, isNullsFirst }: OrderKey) =>
  `${partOf(part, 't')}${isDescending ? ' desc' : ''}${isNullsFirst === isDescending ? '' : ` nulls ${isNullsFirst ? 'first' : 'last'}`}`
