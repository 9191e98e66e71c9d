import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { nullTest } from '../cells/cells.ts'
import type { PageColumn, PageShape } from '../shape/table-shape.ts'
import { type Parameters, unstorableText } from '../statement.ts'
import { type Filter, type FilterGroup, type FilterOperator, type FilterRule, isGroup } from './filter.ts'
import { parseList } from './filter-url.ts'

/** Why a rule cannot be used. `rule` is the very object of the filter. */
export interface FilterProblem {
  readonly rule: FilterRule
  readonly message: string
}

/** A filter that fits the relation, apart from values that only PostgreSQL can judge: see `filterCheck`. */
export interface FilterPlan {
  /** Without the rules on columns that are gone. */
  readonly filter: FilterGroup
  /** Rules on columns that the relation does not have or the caller may not read. They restrict nothing. */
  readonly gone: readonly FilterRule[]
  readonly problems: readonly FilterProblem[]
  /** Every value and the type it is read as, for `filterCheck`. */
  readonly values: readonly { readonly rule: FilterRule; readonly value: string; readonly type: string }[]
  /** Numbers of columns that the filter fixes to one value: an index may begin with them. */
  readonly fixed: readonly number[]
}

export const NO_FILTER: FilterPlan = {
  filter: { match: 'all', of: [] },
  gone: [],
  problems: [],
  values: [],
  fixed: [],
}

export function planFilter(shape: PageShape, filter: FilterGroup): FilterPlan {
  const gone: FilterRule[] = []
  const problems: FilterProblem[] = []
  const values: { rule: FilterRule; value: string; type: string }[] = []
  const columns = new Map(
    shape.columns.filter(({ isReadable }) => isReadable).map((each) => [each.name, each]),
  )
  const visit = (each: Filter): Filter[] => {
    if (isGroup(each)) {
      const of = each.of.flatMap(visit)
      // A group whose columns are all gone restricts nothing, whatever it matched.
      return of.length === 0 ? [] : [{ match: each.match, of }]
    }
    const column = columns.get(each.column)
    if (!column) {
      gone.push(each)
      return []
    }
    const message = problemOf(each, column)
    if (message !== undefined) problems.push({ rule: each, message })
    else
      for (const value of valuesOf(each)) values.push({ rule: each, value, type: comparedAs(each, column) })
    return [each]
  }
  const of = filter.of.flatMap(visit)
  const fixed = filter.match === 'any' ? [] : of.flatMap((each) => fixedBy(each, columns))
  return { filter: { match: filter.match, of }, gone, problems, values, fixed }
}

const fixedBy = (filter: Filter, columns: ReadonlyMap<string, PageColumn>) => {
  const column = !isGroup(filter) && filter.operator === 'eq' ? columns.get(filter.column) : undefined
  return column ? [column.number] : []
}

const ORDERING: Partial<Record<FilterOperator, string>> = { gt: '>', lt: '<', gte: '>=', lte: '<=' }
const EQUALITY: Partial<Record<FilterOperator, string>> = { eq: '=', neq: '<>' }
const PATTERN: Partial<Record<FilterOperator, string>> = { like: 'like', ilike: 'ilike' }
const IS = ['null', 'not null', 'true', 'false']

const TEXT = 'pg_catalog.text'

/** The type a rule's values are read as: patterns as text, everything else as the type below the column's domain. */
const comparedAs = ({ operator }: FilterRule, column: PageColumn) =>
  PATTERN[operator] ? TEXT : column.baseType

const valuesOf = ({ operator, value }: FilterRule): readonly string[] => {
  if (operator === 'is') return []
  return operator === 'in' ? (parseList(value) ?? []) : [value]
}

function problemOf(rule: FilterRule, column: PageColumn): string | undefined {
  const { operator, value } = rule
  if (operator === 'is') {
    const word = value.toLowerCase()
    if (!IS.includes(word)) return `Use ${IS.slice(0, -1).join(', ')} or ${IS.at(-1)} with is.`
    if (word.endsWith('null') || column.builtIn === 'bool') return undefined
    return `Only a boolean column can be ${word}; ${column.name} is ${column.type}.`
  }
  const unstorable = unstorableText(value)
  if (unstorable !== undefined) return unstorable
  if (operator === 'in' && parseList(value) === undefined)
    return 'The list of values is not closed: write a,b or "a,b".'
  if (operator === 'like' || operator === 'ilike') return problemOfPattern(value)
  if (ORDERING[operator] && !column.isOrderable)
    return `Values of type ${column.type} have no order; use is, like or ilike.`
  if (!column.isEquatable) return `Values of type ${column.type} cannot be compared; use is, like or ilike.`
  return undefined
}

/** PostgreSQL refuses a pattern that ends with its escape character. */
const problemOfPattern = (pattern: string) =>
  /(^|[^\\])(\\\\)*\\$/.test(pattern)
    ? 'A pattern cannot end with a backslash; write two for one.'
    : undefined

/**
 * The condition of a plan without problems, on the row `t`; undefined when it restricts nothing. `is` values are read
 * case-insensitively.
 */
export function filterCondition(
  shape: PageShape,
  { filter }: FilterPlan,
  parameters: Parameters,
): string | undefined {
  const columns = new Map(shape.columns.map((each) => [each.name, each]))
  const write = (each: Filter): string => {
    if (!isGroup(each)) return ruleCondition(each, columns.get(each.column)!, parameters)
    return `(${each.of.map(write).join(each.match === 'all' ? ' and ' : ' or ')})`
  }
  return filter.of.length === 0 ? undefined : write(filter)
}

function ruleCondition(rule: FilterRule, column: PageColumn, parameters: Parameters): string {
  const { operator, value } = rule
  const left = `t.${quoteIdentifier(column.name)}`
  if (operator === 'is') {
    const word = value.toLowerCase()
    return word === 'null' || word === 'not null' ? nullTest(column, left, word) : `${left} is ${word}`
  }
  const type = comparedAs(rule, column)
  if (PATTERN[operator]) return `${left}::${TEXT} ${PATTERN[operator]} ${parameters.add(value, type)}`
  if (operator === 'in') {
    const values = valuesOf(rule).map((each) => parameters.add(each, type))
    return values.length === 0 ? 'false' : `${left} in (${values.join(', ')})`
  }
  return `${left} ${EQUALITY[operator] ?? ORDERING[operator]} ${parameters.add(value, type)}`
}
