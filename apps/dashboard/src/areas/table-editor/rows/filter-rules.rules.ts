import type { FilterOperator, FilterRule } from '@basalt/table-rows/filters/filter.ts'
import { isGroup } from '@basalt/table-rows/filters/filter.ts'
import { parseFilters, printFilters } from '@basalt/table-rows/filters/filter-url.ts'

export const operatorLabels: Readonly<Record<FilterOperator, string>> = {
  eq: '= equals',
  neq: '<> not equal',
  gt: '> greater than',
  lt: '< less than',
  gte: '>= greater than or equal',
  lte: '<= less than or equal',
  like: '~~ like',
  ilike: '~~* ilike',
  in: 'in one of a list of values',
  is: 'is null, not null, true or false',
}

/** What `is` can be compared with. */
export const isValues = ['null', 'not null', 'true', 'false'] as const

/** What a popover edits: rules one by one, and groups, which only the URL can have, as texts. */
export interface FilterDraft {
  readonly rules: readonly FilterRule[]
  readonly groups: readonly string[]
}

export function draftOf(texts: readonly string[]): FilterDraft {
  const { of } = parseFilters(texts).filter
  return {
    rules: of.filter((each): each is FilterRule => !isGroup(each)),
    groups: of.filter(isGroup).flatMap((group) => printFilters({ match: 'all', of: [group] })),
  }
}

export const textsOf = ({ rules, groups }: FilterDraft): string[] => [
  ...printFilters({ match: 'all', of: rules }),
  ...groups,
]

export const printRule = (rule: FilterRule) => printFilters({ match: 'all', of: [rule] })[0]!

/** A rule with another operator: `is` takes only a few values, which no other operator takes. */
export function withOperator(rule: FilterRule, operator: FilterOperator): FilterRule {
  if ((operator === 'is') === (rule.operator === 'is')) return { ...rule, operator }
  return { ...rule, operator, value: operator === 'is' ? 'null' : '' }
}
