import type { PageColumn } from './table-shape.ts'

/** Types whose values are equal only when their texts are. */
const EXACT = new Set([
  ...['int2', 'int4', 'int8', 'bool', 'uuid', 'date', 'timestamp', 'timestamptz', 'time', 'bytea', 'oid'],
])

const TEXTS = new Set(['text', 'varchar'])

/**
 * Does `=` tell all different values apart? It does not for most types: 1.0 and 1.00 are equal numbers, a month and 30
 * days are equal intervals, and under some collations `a` and `A` are equal texts. There the texts must be compared.
 */
export const hasExactEquality = ({ builtIn, typeKind, isDeterministic }: PageColumn) =>
  typeKind === 'e' || (builtIn !== null && (EXACT.has(builtIn) || (TEXTS.has(builtIn) && isDeterministic)))
