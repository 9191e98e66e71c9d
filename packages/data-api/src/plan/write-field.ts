import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import type { Relation } from '../schema/schema.ts'
import type { Field } from '../syntax-tree.ts'

/** Types whose common names exist only in PostgreSQL's grammar, with their names in the catalog. */
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

/** Quotes a type name from a request. */
export function quoteType(written: string): string {
  const isArray = written.endsWith('[]')
  const name = (isArray ? written.slice(0, -2) : written).trim().toLowerCase()
  return `${quoteIdentifier(Object.hasOwn(catalogNames, name) ? catalogNames[name]! : name)}${isArray ? '[]' : ''}`
}

/** A table in a statement. */
export interface TableSource {
  readonly alias: string
  /** Undefined if the columns are unknown. */
  readonly relation: Relation | undefined
  /** Called for every column that is read. */
  readonly onColumn?: (name: string) => void
}

export function writeColumn({ alias, onColumn }: TableSource, name: string): string {
  onColumn?.(name)
  return `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`
}

/** A column, or a JSON path in it. */
export function writeField(place: TableSource, { column, path }: Field): string {
  const written = writeColumn(place, column)
  if (path.length === 0) return written
  const kind = place.relation?.columns.get(column)?.kind
  // A domain over JSON is already JSON, and an unknown type may be.
  const root = kind === undefined || kind === 'json' ? written : `to_jsonb(${written})`
  const steps = path.map(({ arrow, key }) => `${arrow}${typeof key === 'number' ? key : quoteLiteral(key)}`)
  return `(${root}${steps.join('')})`
}

/** A column as the response contains it. */
export function writeOutput(place: TableSource, name: string, isJson: boolean): string {
  const toJson = isJson ? place.relation?.columns.get(name)?.representation?.toJson : undefined
  const written = writeColumn(place, name)
  return toJson === undefined ? written : `${toJson}(${written})`
}

export const writeCast = (expression: string, cast: string | undefined) =>
  cast === undefined ? expression : `cast(${expression} as ${quoteType(cast)})`

/** The key in the response of a field without an alias: the last name of its path. */
export function fieldName({ column, path }: Field): string {
  const keys = path.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  return keys.at(-1) ?? column
}
