import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import type { Relation } from '../schema/schema.ts'
import type { Field } from '../syntax-tree.ts'

/** Types whose everyday names are known to PostgreSQL's grammar only, and not to its catalog. */
const catalogNames: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  boolean: 'bool',
  decimal: 'numeric',
  char: 'bpchar',
  character: 'bpchar',
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  bit: 'bit',
  dec: 'numeric',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
}

/** A type as a request names it, quoted. */
export function quoteType(written: string): string {
  const isArray = written.endsWith('[]')
  const name = (isArray ? written.slice(0, -2) : written).trim().toLowerCase()
  return `${quoteIdentifier(Object.hasOwn(catalogNames, name) ? catalogNames[name]! : name)}${isArray ? '[]' : ''}`
}

/** Where the columns of a relation are in a statement. */
export interface Place {
  /** The name of the table there. */
  readonly alias: string
  /** What is known of the columns, if anything is. */
  readonly relation: Relation | undefined
  /** Hears of every column that is read. */
  readonly onColumn?: (name: string) => void
}

export function writeColumn({ alias, onColumn }: Place, name: string): string {
  onColumn?.(name)
  return `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`
}

/** A column, or the place inside it. */
export function writeField(place: Place, { column, path }: Field): string {
  const written = writeColumn(place, column)
  if (path.length === 0) return written
  const kind = place.relation?.columns.get(column)?.kind
  // A domain over JSON is JSON already, and an unknown type may be.
  const root = kind === undefined || kind === 'json' ? written : `to_jsonb(${written})`
  const steps = path.map(({ arrow, key }) => `${arrow}${typeof key === 'number' ? key : quoteLiteral(key)}`)
  return `(${root}${steps.join('')})`
}

/** A column as an answer shows it. */
export function writeShown(place: Place, name: string, isJson: boolean): string {
  const toJson = isJson ? place.relation?.columns.get(name)?.representation?.toJson : undefined
  const written = writeColumn(place, name)
  return toJson === undefined ? written : `${toJson}(${written})`
}

export const writeCast = (expression: string, cast: string | undefined) =>
  cast === undefined ? expression : `cast(${expression} as ${quoteType(cast)})`

/** The key in the answer of a field that has no alias: the last name on the way to it. */
export function fieldName({ column, path }: Field): string {
  const keys = path.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  return keys.at(-1) ?? column
}
