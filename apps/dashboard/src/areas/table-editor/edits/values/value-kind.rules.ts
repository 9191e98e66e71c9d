import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'

/** How the values of a column are edited. */
export type ValueKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'json'
  | 'array'
  | 'uuid'
  | 'bytea'

const kinds: Readonly<Record<string, ValueKind>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  oid: 'number',
  bool: 'boolean',
  date: 'date',
  time: 'time',
  timetz: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  json: 'json',
  jsonb: 'json',
  uuid: 'uuid',
  bytea: 'bytea',
}

export function valueKind({
  format,
  enum: labels,
  array_of,
}: Pick<GridColumn, 'format' | 'enum' | 'array_of'>): ValueKind {
  if (labels) return 'enum'
  if (array_of) return 'array'
  return kinds[format] ?? 'text'
}

const WHOLE: Readonly<Record<string, bigint>> = {
  int2: 2n ** 15n,
  int4: 2n ** 31n,
  int8: 2n ** 63n,
}
const NUMBER = /^[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?$/i
const SPECIAL = /^[+-]?(?:nan|inf|infinity)$/i
const UUID = /^\{?[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}?$/i
const HEX = /^\\x(?:\s*[0-9a-f]{2})*\s*$/i

/**
 * Why PostgreSQL will not take a text as a value, as far as that is certain before it is asked; undefined otherwise.
 * The text is never converted, so that numbers keep every digit.
 */
export function valueProblem(
  column: Pick<GridColumn, 'format' | 'enum' | 'array_of'>,
  text: string,
): string | undefined {
  switch (valueKind(column)) {
    case 'number':
      return numberProblem(column.format, text.trim())
    case 'enum':
      return column.enum?.includes(text) ? undefined : 'This is not one of the values of the type.'
    case 'json':
      return jsonProblem(text)
    case 'uuid':
      return UUID.test(text.trim()) ? undefined : 'A uuid has 32 hexadecimal digits.'
    case 'bytea':
      return text.startsWith('\\x') && !HEX.test(text)
        ? 'After \\x come pairs of hexadecimal digits.'
        : undefined
    case 'array':
      return /^\s*(?:\[|\{)/.test(text) ? undefined : 'An array is written as {a,b}.'
    default:
      return undefined
  }
}

function numberProblem(format: string, text: string): string | undefined {
  const bound = WHOLE[format]
  if (bound === undefined)
    return NUMBER.test(text) || SPECIAL.test(text) ? undefined : 'This is not a number.'
  // PostgreSQL 16 and later also read other bases and separators.
  if (/^[+-]?0[xob]/i.test(text)) return undefined
  if (!/^[+-]?\d[\d_]*$/.test(text)) return 'This is not a whole number.'
  const digits = text.replaceAll('_', '').replace(/^\+/, '')
  const value = BigInt(digits)
  return value >= -bound && value < bound
    ? undefined
    : `The number is outside of ${(-bound).toLocaleString('en')} to ${(bound - 1n).toLocaleString('en')}.`
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`
  }
}
