import {
  FILTER_DEPTH_MAX,
  FILTER_RULES_MAX,
  type Filter,
  type FilterGroup,
  type FilterOperator,
  type FilterRule,
  filterOperators,
  isGroup,
  type UrlProblem,
} from './filter.ts'
import { printName, TextScanner } from './url-text.ts'

/**
 * The values of `filter=` in a URL, such as `name:eq:Ann`, `id:in:1,2` or `any(id:eq:1,name:is:null)`.
 *
 * A name with `:`, `"`, `(`, `)` or `,` stands between double quotes, and quotes in it are doubled. Everything after the
 * second colon is the value, as it is. In a group, values with `"`, `(`, `)` or `,` are quoted like names.
 */
export function parseFilters(texts: readonly string[]): {
  filter: FilterGroup
  problems: readonly UrlProblem[]
} {
  const of: Filter[] = []
  const problems: UrlProblem[] = []
  let rules = 0
  for (const text of texts) {
    const parsed = parseFilter(text)
    if (typeof parsed === 'string') problems.push({ text, message: parsed })
    else if (rules + countRules(parsed) > FILTER_RULES_MAX)
      problems.push({ text, message: `There are more than ${FILTER_RULES_MAX} conditions.` })
    else {
      rules += countRules(parsed)
      of.push(parsed)
    }
  }
  return { filter: { match: 'all', of }, problems }
}

/** What `parseFilters` reads. A group that is not `all` becomes one text. */
export const printFilters = (filter: FilterGroup): string[] =>
  filter.match === 'all' ? filter.of.map((each) => printFilter(each)) : [printFilter(filter)]

export const countRules = (filter: Filter): number =>
  isGroup(filter) ? filter.of.reduce((sum, each) => sum + countRules(each), 0) : 1

const GROUP = /^(any|all)\(/

/** Returns what is wrong, as a sentence, when the text is no filter. */
function parseFilter(text: string): Filter | string {
  if (!GROUP.test(text)) return parseRule(new TextScanner(text), false)
  const scanner = new TextScanner(text)
  const group = parseGroup(scanner, 1)
  if (typeof group === 'string') return group
  return scanner.isAtEnd ? group : 'Something follows the closing parenthesis.'
}

function parseGroup(scanner: TextScanner, depth: number): FilterGroup | string {
  if (depth > FILTER_DEPTH_MAX) return `Groups are nested more than ${FILTER_DEPTH_MAX} deep.`
  const match = scanner.take(/(any|all)\(/y)!.startsWith('any') ? 'any' : 'all'
  const of: Filter[] = []
  if (scanner.skip(')')) return { match, of }
  for (;;) {
    const each = scanner.sees(/(any|all)\(/y) ? parseGroup(scanner, depth + 1) : parseRule(scanner, true)
    if (typeof each === 'string') return each
    of.push(each)
    if (scanner.skip(')')) return { match, of }
    if (!scanner.skip(',')) return 'A closing parenthesis is missing.'
  }
}

function parseRule(scanner: TextScanner, isInGroup: boolean): FilterRule | string {
  const column = scanner.name(/[^:]*/y)
  if (column === undefined) return 'A closing quote is missing in the column.'
  if (!scanner.skip(':')) return 'A filter is written column:operator:value.'
  if (column === '') return 'The column is missing.'
  const operator = scanner.take(/[^:(),]*/y)!
  if (!isOperator(operator))
    return `${operator || 'Nothing'} is not an operator: ${filterOperators.join(', ')}.`
  if (!scanner.skip(':')) return 'A filter is written column:operator:value.'
  const value = isInGroup ? scanner.name(/[^"(),]*/y) : scanner.rest()
  return value === undefined ? 'A closing quote is missing in the value.' : { column, operator, value }
}

const isOperator = (text: string): text is FilterOperator =>
  (filterOperators as readonly string[]).includes(text)

function printFilter(filter: Filter, isInGroup = false): string {
  if (isGroup(filter)) return `${filter.match}(${filter.of.map((each) => printFilter(each, true)).join(',')})`
  const value = isInGroup ? printName(filter.value, /["(),]/) : filter.value
  return `${printName(filter.column)}:${filter.operator}:${value}`
}

/** The values of `in`: separated by commas, quoted where they are empty or have a comma, quote or space at an end. */
export const printList = (values: readonly string[]) =>
  values.map((value) => (value === '' ? '""' : printName(value, /[",]|^\s|\s$/))).join(',')

/** Undefined when a closing quote is missing. The empty text is the empty list. */
export function parseList(text: string): string[] | undefined {
  if (text === '') return []
  const scanner = new TextScanner(text)
  const values: string[] = []
  for (;;) {
    scanner.take(/\s*/y)
    const isQuoted = scanner.sees(/"/y)
    const value = scanner.name(/[^,]*/y)
    if (value === undefined) return undefined
    values.push(isQuoted ? value : value.trimEnd())
    if (isQuoted) scanner.take(/\s*/y)
    if (scanner.isAtEnd) return values
    if (!scanner.skip(',')) return undefined
  }
}
