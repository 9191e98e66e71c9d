import { type FilterPlan, filterCondition } from '../filters/filter-sql.ts'
import { relationOf } from '../shape/row-identity.ts'
import type { PageShape } from '../shape/table-shape.ts'
import { newParameters, type Statement, type TextRow } from '../statement.ts'

const matchingRows = (shape: PageShape, filter: FilterPlan, selected: string): Statement => {
  const parameters = newParameters()
  const condition = filterCondition(shape, filter, parameters)
  const where = condition === undefined ? '' : ` where ${condition}`
  return { text: `select ${selected} from ${relationOf(shape)} t${where}`, values: parameters.values }
}

/** How many rows PostgreSQL expects, from its statistics and the table's size now. For `readEstimate`. */
export const countEstimate = (shape: PageShape, filter: FilterPlan): Statement => {
  const { text, values } = matchingRows(shape, filter, '1')
  return { text: `explain (format json) ${text}`, values }
}

/** `rows` is a whole number, 0 or more; `cost` is in PostgreSQL's units of finding them all. */
export function readEstimate(rows: readonly TextRow[]): { rows: number; cost: number } {
  const [explained] = JSON.parse(rows[0]?.[0] ?? '[]') as [
    { Plan: { 'Plan Rows': number; 'Total Cost': number } },
  ]
  return { rows: explained.Plan['Plan Rows'], cost: explained.Plan['Total Cost'] }
}

/** Counts the rows, which reads all of them. For `readCount`. */
export const exactCount = (shape: PageShape, filter: FilterPlan): Statement =>
  matchingRows(shape, filter, 'pg_catalog.count(*)::pg_catalog.text')

export const readCount = (rows: readonly TextRow[]): number => Number(rows[0]?.[0])
