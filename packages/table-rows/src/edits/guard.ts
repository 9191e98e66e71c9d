import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { nullTest, textOf } from '../cells/cells.ts'
import { hasExactEquality } from '../shape/exact-equality.ts'
import type { TableColumn } from '../shape/table-shape.ts'

/** A condition: does the column of the row `t` still have the value that `value` gives? */
export function stillHas(column: TableColumn, value: string): string {
  const current = `t.${quoteIdentifier(column.name)}`
  if (hasExactEquality(column)) return `${current} is not distinct from ${value}`
  return `(${textOf(column, current)}) collate "C" is not distinct from ${textOf(column, `(${value})`)}`
}

/** Types whose text does not depend on settings of the session. */
const PLAIN = new Set(['numeric', 'json', 'jsonb', 'bpchar'])

/** The condition of `stillHas` for people to read, from the value's text and its SQL literal. */
export function stillHasLiteral(column: TableColumn, value: string | null, literal: string): string {
  const current = quoteIdentifier(column.name)
  if (value === null) return nullTest(column, current, 'null')
  if (hasExactEquality(column)) return `${current} = ${literal}`
  if (column.builtIn !== null && PLAIN.has(column.builtIn)) return `${current}::text = ${quoteLiteral(value)}`
  // Read as the type and printed again, so that the settings of the session do not matter.
  return `${current}::text collate "C" = ${quoteLiteral(value)}::${column.baseType}::text`
}
