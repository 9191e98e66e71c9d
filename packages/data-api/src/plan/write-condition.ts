import { arrayLiteral, quoteLiteral } from '@basalt/sql/quote.ts'
import type { BinaryOperator, Condition, IsValue, SearchOperator, Test } from '../syntax-tree.ts'
import type { Statement } from './statement.ts'
import { type TableSource, writeField } from './write-field.ts'

const operators: Record<BinaryOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const searches: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
const isTexts: Record<IsValue, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

/** Writes a test of something other than a column, such as an embedded relation; undefined if it is a column. */
type Special = (condition: FieldTest) => string | undefined

export type FieldTest = Extract<Condition, { kind: 'test' }>

/** Writes a condition; its values become parameters. */
export function writeCondition(
  statement: Statement,
  place: TableSource,
  condition: Condition,
  special: Special = () => undefined,
): string {
  const negated = (text: string) => (condition.isNegated ? `not (${text})` : text)
  if (condition.kind === 'group') {
    const parts = condition.conditions.map((one) => writeCondition(statement, place, one, special))
    return negated(`(${parts.join(` ${condition.operator} `)})`)
  }
  const unusual = special(condition)
  return unusual ?? negated(writeTest(statement, place, condition))
}

function writeTest(statement: Statement, place: TableSource, { field, test }: FieldTest): string {
  const left = writeField(place, field)
  const fromText = field.path.length === 0 ? representationOf(place, field.column)?.fromText : undefined
  if (fromText !== undefined) {
    const read = readAs(fromText, statement, test)
    if (read !== undefined) return `${left} ${read}`
  }
  // PostgreSQL cannot infer a composite type from text, nor compare arrays with an array of arrays.
  const type = compositeType(place, field)
  switch (test.kind) {
    case 'binary':
      if (type !== undefined && comparisons.has(test.operator))
        return `${left} ${operators[test.operator]} ${statement.value(test.value)}::${type}`
      return `${left} ${operators[test.operator]} ${statement.value(pattern(test.operator, test.value))}`
    case 'quantified':
      return `${left} ${operators[test.operator]} ${test.quantifier}(${statement.value(pattern(test.operator, test.value))})`
    case 'in':
      if (type !== undefined)
        return test.values.length === 0
          ? 'false'
          : `${left} in (${test.values.map((value) => `${statement.value(value)}::${type}`).join(', ')})`
      return `${left} = any(${statement.value(arrayLiteral(test.values))})`
    case 'is':
      return `${left} ${isTexts[test.value]}`
    case 'search': {
      const kind = field.path.length > 0 ? 'json' : place.relation?.columns.get(field.column)?.kind
      const language = test.language === undefined ? '' : `${quoteLiteral(test.language)}::regconfig, `
      const vector = kind === undefined || kind === 'text search' ? left : `to_tsvector(${language}${left})`
      return `${vector} @@ ${searches[test.operator]}(${language}${statement.value(test.value)})`
    }
  }
}

const representationOf = ({ relation }: TableSource, column: string) =>
  relation?.columns.get(column)?.representation

/**
 * The operator and its value, converted from text by a domain's cast; undefined when the text is a pattern or a
 * keyword.
 */
function readAs(fromText: string, statement: Statement, test: Test): string | undefined {
  const read = (value: string) => `${fromText}(${statement.value(value)}::text)`
  const readAll = (array: string) =>
    `(array(select ${fromText}("one") from unnest(${statement.value(array)}::text[]) as "one"))`
  if (test.kind === 'in') return `= any${readAll(arrayLiteral(test.values))}`
  if (test.kind === 'quantified' && !patterns.has(test.operator))
    return `${operators[test.operator]} ${test.quantifier}${readAll(test.value)}`
  if (test.kind === 'binary' && !patterns.has(test.operator))
    return `${operators[test.operator]} ${read(test.value)}`
  return undefined
}

/** The type of a column of arrays or of composite values. */
function compositeType({ relation }: TableSource, { column, path }: FieldTest['field']): string | undefined {
  const known = path.length === 0 ? relation?.columns.get(column) : undefined
  return known?.kind === 'composite' ? known.type : undefined
}

const comparisons: ReadonlySet<BinaryOperator> = new Set([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'isdistinct',
] as const)
const patterns: ReadonlySet<BinaryOperator> = new Set(['like', 'ilike', 'match', 'imatch'] as const)

/** An asterisk is an alias for the percent sign, which would need escaping in a URL. */
const pattern = (operator: BinaryOperator, value: string) =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
