import type { TypeRow } from '@basalt/catalog/data-api/client-shapes.ts'
import { byName, stringText, type TypeText } from './type-text.ts'

/** Types with a JSON representation of their own; all others are sent as PostgreSQL's text. */
const plain: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  void: 'null',
  record: 'Record<string, unknown>',
}

export type TypeNames = ReturnType<typeof typeNames>

/** TypeScript types for the JSON representation of the database's types. */
export function typeNames(rows: readonly TypeRow[], schemas: ReadonlySet<string>) {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const isDeclared = ({ schema }: TypeRow) => schemas.has(schema)

  const of = (oid: number): TypeText => {
    const row = byOid.get(oid)
    if (!row) return 'unknown'
    if (row.base !== null) return of(row.base)
    if (row.element !== null) return { listOf: of(row.element) }
    if (row.kind === 'e') return isDeclared(row) ? member(row, 'Enums') : unionOf(row.labels ?? [])
    if (row.kind === 'c')
      return row.relation_kind === 'c' && isDeclared(row) ? member(row, 'CompositeTypes') : rowOf(oid)
    if (row.schema !== 'pg_catalog') return 'string'
    const known = plain[row.name]
    if (known !== undefined) return known
    if (row.kind !== 'p') return 'string'
    return row.name.endsWith('array') ? 'unknown[]' : 'unknown'
  }

  /** The fields of a composite type or of a relation's rows, without computed fields. */
  const rowOf = (oid: number): TypeText => ({
    fields: (byOid.get(oid)?.attributes ?? [])
      .map(([name, type, isNullable]) => ({ name, type: isNullable ? orNull(of(type)) : of(type) }))
      .sort(byName),
  })

  return {
    of,
    enumsIn: (schema: string) => rows.filter((row) => row.schema === schema && row.kind === 'e').sort(byName),
    compositesIn: (schema: string) =>
      rows.filter((row) => row.schema === schema && row.relation_kind === 'c').sort(byName),
    rowOf,
    find: (oid: number) => byOid.get(oid),
  }
}

/** A union of string literals. */
export const unionOf = (labels: readonly string[]) => labels.map(stringText).join(' | ') || 'never'

export const orNull = (type: TypeText): TypeText =>
  type === 'unknown' || type === 'null' ? type : { orNull: type }

const member = ({ schema, name }: TypeRow, section: 'Enums' | 'CompositeTypes') =>
  `Database[${stringText(schema)}]["${section}"][${stringText(name)}]`
