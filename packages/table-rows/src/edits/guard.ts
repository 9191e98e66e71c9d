import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { nullTest, textOf } from '../cells/cells.ts'
import type { TableColumn } from '../shape/table-shape.ts'

/** Types whose values are the same exactly when `=` says so, and where an equal value has one text only. */
const EXACT = new Set([
  ...['int2', 'int4', 'int8', 'bool', 'uuid', 'date', 'timestamp', 'timestamptz', 'time', 'bytea', 'oid'],
])

/** A condition: does the column of the row `t` still have the value that `value` gives? */
export function stillHas(column: TableColumn, value: string): string {
  const current = `t.${quoteIdentifier(column.name)}`
  if (isExact(column)) return `${current} is not distinct from ${value}`
  return `(${textOf(column, current)}) collate "C" is not distinct from ${textOf(column, `(${value})`)}`
}

/** Types whose text does not depend on settings of the session. */
const PLAIN = new Set(['numeric', 'json', 'jsonb', 'bpchar'])

/** The condition of `stillHas` for people to read, from the value's text and its SQL literal. */
export function stillHasLiteral(column: TableColumn, value: string | null, literal: string): string {
  const current = quoteIdentifier(column.name)
  if (value === null) return nullTest(column, current, 'null')
  if (isExact(column)) return `${current} = ${literal}`
  if (column.builtIn !== null && PLAIN.has(column.builtIn)) return `${current}::text = ${quoteLiteral(value)}`
  // Read as the type and printed again, so that the settings of the session do not matter.
  return `${current}::text collate "C" = ${quoteLiteral(value)}::${column.baseType}::text`
}

const TEXTS = new Set(['text', 'varchar'])

/**
 * Equality is not enough for most types: 1.0 and 1.00 are equal numbers, and under some collations `a` and `A` are equal
 * texts. There the texts of the values are compared.
 */
const isExact = ({ builtIn, typeKind, isDeterministic }: TableColumn) =>
  typeKind === 'e' || (builtIn !== null && (EXACT.has(builtIn) || (TEXTS.has(builtIn) && isDeterministic)))
