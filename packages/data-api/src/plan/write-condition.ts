import { quoteLiteral } from '@basalt/sql/quote.ts'
import type { BinaryOperator, Condition, IsValue, SearchOperator } from '../syntax-tree.ts'
import type { Statement } from './statement.ts'
import { type Place, writeField } from './write-field.ts'

const operators: Record<BinaryOperator, string> = {
  ...{ eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: 'like', ilike: 'ilike' },
  ...{ match: '~', imatch: '~*', isdistinct: 'is distinct from', cs: '@>', cd: '<@', ov: '&&' },
  ...{ sl: '<<', sr: '>>', nxr: '&<', nxl: '&>', adj: '-|-' },
}
const searches: Record<SearchOperator, string> = {
  ...{ fts: 'to_tsquery', plfts: 'plainto_tsquery', phfts: 'phraseto_tsquery', wfts: 'websearch_to_tsquery' },
}
const isTexts: Record<IsValue, string> = {
  ...{ null: 'is null', not_null: 'is not null', true: 'is true', false: 'is false', unknown: 'is unknown' },
}

/** Answers for a test of what is no column, such as a relation. */
type Special = (condition: FieldTest) => string | undefined

export type FieldTest = Extract<Condition, { kind: 'test' }>

/** Writes a condition; its values become parameters. */
export function writeCondition(
  statement: Statement,
  place: Place,
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

function writeTest(statement: Statement, place: Place, { field, test }: FieldTest): string {
  const left = writeField(place, field)
  switch (test.kind) {
    case 'binary':
      return `${left} ${operators[test.operator]} ${statement.value(pattern(test.operator, test.value))}`
    case 'quantified':
      return `${left} ${operators[test.operator]} ${test.quantifier}(${statement.value(pattern(test.operator, test.value))})`
    case 'in':
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

/** An asterisk stands for a percent sign, which would have to be escaped in an address. */
const pattern = (operator: BinaryOperator, value: string) =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value

/** Values as PostgreSQL reads an array from text. */
export const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
