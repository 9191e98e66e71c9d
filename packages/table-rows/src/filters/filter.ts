/** As in the URL. */
export const filterOperators = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'like', 'ilike', 'in', 'is'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** A condition on one column. For `in`, the values as `printList` writes them. */
export interface FilterRule {
  readonly column: string
  readonly operator: FilterOperator
  readonly value: string
}

/** Conditions that hold all at once, or of which any holds. A group without conditions restricts nothing. */
export interface FilterGroup {
  readonly match: 'all' | 'any'
  readonly of: readonly Filter[]
}

export type Filter = FilterRule | FilterGroup

export const isGroup = (filter: Filter): filter is FilterGroup => 'match' in filter

export const FILTER_RULES_MAX = 100
export const FILTER_DEPTH_MAX = 5

/** Why a text of the URL is no filter or sort. */
export interface UrlProblem {
  readonly text: string
  readonly message: string
}
