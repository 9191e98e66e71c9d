import { CONDITIONS_MAX, LOGIC_DEPTH_MAX } from '../data-api.rules.ts'
import { DataApiError } from '../data-api-error.ts'
import type { BinaryOperator, Condition, IsValue, SearchOperator, Test } from '../syntax-tree.ts'
import { parseField } from './field.ts'
import { Scanner } from './scanner.ts'

const OPERATOR = /[a-z]+/y
const LANGUAGE = /\(([A-Za-z0-9_.]+)\)/y
const QUANTIFIER = /\((any|all)\)/y

const binaries: ReadonlySet<string> = new Set<BinaryOperator>([
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'isdistinct'] as const),
  ...(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const),
])
/** Operators that accept `any` or `all`. */
const quantifiable: ReadonlySet<string> = new Set<BinaryOperator>([
  ...(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const),
])
const searches: ReadonlySet<string> = new Set<SearchOperator>(['fts', 'plfts', 'phfts', 'wfts'])
const isValues: ReadonlySet<string> = new Set<IsValue>(['null', 'not_null', 'true', 'false', 'unknown'])

interface Operation {
  isNegated: boolean
  test: Test
}

/** Reads a value: to the end of the parameter or, in a group, to a comma or closing parenthesis. */
type ReadValue = (scanner: Scanner) => string

/** Parses a parameter's value such as `eq.5` or `not.in.(1,2)`. Throws PGRST100. */
export function parseOperation(text: string): Operation {
  return operation(new Scanner('filter', text), (scanner) => scanner.rest())
}

/** Parses a value that may be a function's argument; undefined if it is no filter. */
export function tryOperation(text: string): Operation | undefined {
  try {
    return parseOperation(text)
  } catch (error) {
    if (error instanceof DataApiError) return undefined
    throw error
  }
}

function operation(scanner: Scanner, readValue: ReadValue): Operation {
  const isNegated = scanner.take('not.')
  return { isNegated, test: test(scanner, readValue) }
}

function test(scanner: Scanner, readValue: ReadValue): Test {
  const from = scanner.at
  const operator = scanner.match(OPERATOR)?.[0] ?? ''
  if (operator === 'in') {
    scanner.expect('.')
    return { kind: 'in', values: parseList(scanner, readValue) }
  }
  if (operator === 'is') {
    scanner.expect('.')
    const at = scanner.at
    const value = readValue(scanner).trim().toLowerCase()
    if (isValues.has(value)) return { kind: 'is', value: value as IsValue }
    scanner.at = at
    return scanner.fail('null, not_null, true, false or unknown')
  }
  if (searches.has(operator)) {
    const language = scanner.match(LANGUAGE)?.[1]
    scanner.expect('.')
    return { kind: 'search', operator: operator as SearchOperator, language, value: readValue(scanner) }
  }
  if (binaries.has(operator)) {
    const quantifier = quantifiable.has(operator) ? scanner.match(QUANTIFIER)?.[1] : undefined
    scanner.expect('.')
    const value = readValue(scanner)
    if (!quantifier) return { kind: 'binary', operator: operator as BinaryOperator, value }
    return {
      kind: 'quantified',
      operator: operator as BinaryOperator,
      quantifier: quantifier as 'any' | 'all',
      value,
    }
  }
  scanner.at = from
  return scanner.fail('an operator (eq, gt, in, is, ...)')
}

function parseList(scanner: Scanner, readValue: ReadValue): string[] {
  scanner.expect('(')
  const values: string[] = []
  scanner.spaces()
  if (scanner.take(')')) return end(scanner, readValue, values)
  do {
    scanner.spaces()
    values.push(element(scanner))
  } while (scanner.take(','))
  scanner.expect(')')
  return end(scanner, readValue, values)
}

/** Nothing may follow the list, except in a group the comma or parenthesis of the group. */
function end(scanner: Scanner, readValue: ReadValue, values: string[]) {
  const at = scanner.at
  if (readValue(scanner).trim() === '') return values
  scanner.at = at
  return scanner.fail('end of the list')
}

const BARE_ELEMENT = /[^,)]*/y
const BARE_VALUE = /[^,)]*/y
const ARRAY_VALUE = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\}/y

function element(scanner: Scanner): string {
  const quoted = quotedValue(scanner)
  return quoted ?? scanner.match(BARE_ELEMENT)![0]
}

/** A quoted value; undefined unless a comma, a parenthesis or the end follows it. */
function quotedValue(scanner: Scanner): string | undefined {
  const from = scanner.at
  if (!scanner.peek('"')) return undefined
  const value = scanner.quoted()
  scanner.spaces()
  if (scanner.isAtEnd || scanner.peek(',') || scanner.peek(')')) return value
  scanner.at = from
  return undefined
}

const valueInGroup: ReadValue = (scanner) =>
  quotedValue(scanner) ?? (scanner.match(ARRAY_VALUE) ?? scanner.match(BARE_VALUE)!)[0]

/** Parses the value of `and` and `or`, such as `(a.eq.1,not.or(b.gt.2,c.is.null))`. Throws PGRST100. */
export function parseGroup(text: string, operator: 'and' | 'or', isNegated: boolean): Condition {
  const scanner = new Scanner('logic tree', text)
  scanner.spaces()
  const group = conditions(scanner, operator, isNegated, 0, { conditions: 0 })
  scanner.expectEnd()
  return group
}

function conditions(
  scanner: Scanner,
  operator: 'and' | 'or',
  isNegated: boolean,
  depth: number,
  count: { conditions: number },
): Condition {
  if (depth > LOGIC_DEPTH_MAX)
    throw new DataApiError('PGRST100', `Conditions cannot be nested more than ${LOGIC_DEPTH_MAX} levels deep`)
  scanner.expect('(')
  const found: Condition[] = []
  do {
    scanner.spaces()
    if (++count.conditions > CONDITIONS_MAX)
      throw new DataApiError('PGRST100', `No more than ${CONDITIONS_MAX} conditions can be given`)
    found.push(condition(scanner, depth, count))
    scanner.spaces()
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.spaces()
  return { kind: 'group', isNegated, operator, conditions: found }
}

const GROUP = /(not\.)?(and|or) *(?=\()/y

function condition(scanner: Scanner, depth: number, count: { conditions: number }): Condition {
  const group = scanner.match(GROUP)
  if (group) return conditions(scanner, group[2] as 'and' | 'or', group[1] !== undefined, depth + 1, count)
  const field = parseField(scanner)
  scanner.expect('.')
  return { kind: 'test', field, ...operation(scanner, valueInGroup) }
}
