import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import { type FilterPlan, planFilter } from '@basalt/table-rows/filters/filter-sql.ts'
import { parseFilters, printFilters } from '@basalt/table-rows/filters/filter-url.ts'
import type { PageShape } from '@basalt/table-rows/shape/table-shape.ts'
import { AppError } from '../../http/app-error.ts'

export interface Filtered {
  readonly plan: FilterPlan
  readonly leftOut: GridPage['left_out']
}

/** Rules on columns that are gone are left out and said; other faults throw `validation_failed`. */
export function filterOf(shape: PageShape, texts: readonly string[]): Filtered {
  const { filter, problems } = parseFilters(texts)
  const [unwritten] = problems
  if (unwritten) throw new AppError('validation_failed', `filter ${unwritten.text}: ${unwritten.message}`)
  const plan = planFilter(shape, filter)
  refuse(plan.problems)
  return {
    plan,
    leftOut: plan.gone.map((rule) => ({
      text: printRule(rule),
      message: `There is no column ${rule.column}.`,
    })),
  }
}

/** Throws `validation_failed` when there are problems. */
export function refuse(problems: FilterPlan['problems']) {
  const [first] = problems
  if (first)
    throw new AppError('validation_failed', `Filter on ${first.rule.column}: ${first.message}`, {
      details: {
        filters: problems.map(({ rule, message }) => ({ text: printRule(rule), message })),
      },
    })
}

const printRule = (rule: FilterPlan['gone'][number]) => printFilters({ match: 'all', of: [rule] })[0]!
