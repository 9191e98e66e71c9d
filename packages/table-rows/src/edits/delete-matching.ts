import { type FilterPlan, filterCondition } from '../filters/filter-sql.ts'
import { relationOf } from '../shape/row-identity.ts'
import type { PageShape } from '../shape/table-shape.ts'
import { literalParameters, newParameters, type Statement } from '../statement.ts'

/** Deletes the rows that match a filter, all of them without one, and counts them. For `readCount`. */
export function deleteMatching(shape: PageShape, filter: FilterPlan): Statement {
  const parameters = newParameters()
  const condition = filterCondition(shape, filter, parameters)
  const where = condition === undefined ? '' : ` where ${condition}`
  return {
    text: `with deleted as (delete from ${relationOf(shape)} t${where} returning 1)
      select pg_catalog.count(*)::pg_catalog.text from deleted`,
    values: parameters.values,
  }
}

/** The statement that deletes the rows that match a filter, for people: its values are in the text. */
export function deleteMatchingText(shape: PageShape, filter: FilterPlan): string {
  const condition = filterCondition(shape, filter, literalParameters())
  return `delete from ${relationOf(shape)} t${condition === undefined ? '' : ` where ${condition}`}`
}
