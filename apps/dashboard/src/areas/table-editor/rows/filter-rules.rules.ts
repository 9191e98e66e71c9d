import {
  FILTER_DEPTH_MAX,
  type Filter,
  type FilterGroup,
  type FilterOperator,
  type FilterRule,
  isGroup,
} from '@basalt/table-rows/filters/filter.ts'
import { parseFilters, printFilters } from '@basalt/table-rows/filters/filter-url.ts'
import { newId } from '../../../lib/new-id.ts'

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

/** A rule or group of a form. Equal rules are told apart by their ids. */
export type Draft = RuleDraft | GroupDraft
export interface RuleDraft extends FilterRule {
  readonly id: string
}
export interface GroupDraft {
  readonly id: string
  readonly match: FilterGroup['match']
  readonly of: readonly Draft[]
}

export const isGroupDraft = (draft: Draft): draft is GroupDraft => 'match' in draft

/** The filter of a URL, as a form edits it. What is no filter is left out. */
export function draftOf(texts: readonly string[]): GroupDraft {
  const { filter } = parseFilters(texts)
  const [only] = filter.of
  // A single group is what the whole filter means.
  return groupDraft(only && filter.of.length === 1 && isGroup(only) ? only : filter)
}

const groupDraft = ({ match, of }: FilterGroup): GroupDraft => ({
  id: newId(),
  match,
  of: of.map((each) => (isGroup(each) ? groupDraft(each) : { id: newId(), ...each })),
})

/** The texts for the URL. Groups without rules restrict nothing and are left out. */
export function textsOf(draft: GroupDraft): string[] {
  const filter = filterOf(draft)
  return filter.of.length === 0
    ? []
    : printFilters(filter.of.length === 1 ? { ...filter, match: 'all' } : filter)
}

const filterOf = ({ match, of }: GroupDraft): FilterGroup => ({
  match,
  of: of.flatMap((each): Filter[] => {
    if (!isGroupDraft(each)) return [{ column: each.column, operator: each.operator, value: each.value }]
    const group = filterOf(each)
    return group.of.length === 0 ? [] : [group]
  }),
})

/** The tree with one part replaced; without it when `change` returns undefined. */
export const withChanged = (
  group: GroupDraft,
  id: string,
  change: (draft: Draft) => Draft | undefined,
): GroupDraft => ({
  ...group,
  of: group.of.flatMap((each) => {
    if (each.id === id) return change(each) ?? []
    return isGroupDraft(each) ? [withChanged(each, id, change)] : [each]
  }),
})

/** A rule that is still to be filled in. */
export const newRule = (column: string): RuleDraft => ({ id: newId(), column, operator: 'eq', value: '' })

/** A group with the other match than the group that it goes into, because the same one would change nothing. */
export const newGroup = (within: GroupDraft, column: string): GroupDraft => ({
  id: newId(),
  match: within.match === 'all' ? 'any' : 'all',
  of: [newRule(column)],
})

/** Whether another group fits into one at this depth; the outermost has depth 0. */
export const fitsGroup = (depth: number) => depth + 1 < FILTER_DEPTH_MAX

export const printRule = ({ column, operator, value }: FilterRule) =>
  printFilters({ match: 'all', of: [{ column, operator, value }] })[0]!

/** Conditions of a filter, groups not counted. */
export const ruleCount = (texts: readonly string[]) => countOf(draftOf(texts))

const countOf = (draft: GroupDraft): number =>
  draft.of.reduce((sum, each) => sum + (isGroupDraft(each) ? countOf(each) : 1), 0)

/** A rule with another operator: `is` takes only a few values, which no other operator takes. */
export function withOperator<Rule extends FilterRule>(rule: Rule, operator: FilterOperator): Rule {
  if ((operator === 'is') === (rule.operator === 'is')) return { ...rule, operator }
  return { ...rule, operator, value: operator === 'is' ? 'null' : '' }
}

/** The texts of a filter that also asks for this value. It holds once if it is there already. */
export function filteredBy(texts: readonly string[], column: string, value: string | null): string[] {
  const rule: FilterRule =
    value === null ? { column, operator: 'is', value: 'null' } : { column, operator: 'eq', value }
  const text = printRule(rule)
  return texts.includes(text) ? [...texts] : [...texts, text]
}
