import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { type ChangeFacts, isSerial } from './facts.ts'
import { calledFunctions, parenthesized } from './sql-fragments.ts'
import type { ColumnDefault, ColumnDraft } from './table-draft.ts'

export const defaultSql = (value: ColumnDefault) =>
  'literal' in value ? quoteLiteral(value.literal) : parenthesized(value.expression)

export const identitySql = (identity: NonNullable<ColumnDraft['identity']>) =>
  `generated ${identity} as identity`

/** A column as `CREATE TABLE` and `ADD COLUMN` take it, without constraints besides `NOT NULL`. */
export function columnSql({
  name,
  type,
  nullable,
  default: value,
  generated,
  identity,
}: ColumnDraft): string {
  return [
    `${quoteIdentifier(name)} ${type.trim()}`,
    identity && identitySql(identity),
    generated !== null && `generated always as ${parenthesized(generated)} stored`,
    value && `default ${defaultSql(value)}`,
    !nullable && 'not null',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why adding the column writes every row; undefined when PostgreSQL keeps one value for all rows that exist. */
export function addedColumnRewrites(
  { name, type, identity, generated, default: value }: ColumnDraft,
  { volatileFunctions, types }: ChangeFacts,
): string | undefined {
  if (identity || isSerial(type)) return `Each row gets a number in ${name}.`
  if (generated !== null) return `${name} is computed for each row.`
  if (types[type]?.isConstrained) return `${name} has a domain whose constraint is checked for each row.`
  if (!value || 'literal' in value) return undefined
  const called = calledFunctions(value.expression).find((name) => volatileFunctions.includes(name))
  return called === undefined ? undefined : `${name} gets a value of ${called}() in each row.`
}
