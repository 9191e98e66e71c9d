import type { CatalogRows, NumberedColumns, RelationRow, RoutineRow } from './catalog-rows.ts'
import { findReferences } from './references.ts'
import type { Argument, Column, ColumnKind, Relation, Routine } from './schema.ts'
import { SchemaCache } from './schema-cache.ts'

const kinds: Record<string, Relation['kind']> = {
  ...{ r: 'table', p: 'table', v: 'view', m: 'materialized view', f: 'foreign table' },
}

/** Makes a schema cache of the catalog's rows. */
export function buildSchema(rows: CatalogRows): SchemaCache {
  const numbered: NumberedColumns = new Map(
    rows.relations.map(({ oid, columns }) => [
      oid,
      new Map((columns ?? []).map(([name, , , , , number]) => [number, name])),
    ]),
  )
  const primary = new Map(rows.keys.filter(({ is_primary }) => is_primary).map((key) => [key.relation, key]))
  const namesOf = (oid: number, numbers: readonly number[]) =>
    numbers.flatMap((number) => numbered.get(oid)?.get(number) ?? [])
  const relations = rows.relations.map((row) =>
    relationOf(row, namesOf(row.oid, primary.get(row.oid)?.columns ?? [])),
  )
  return new SchemaCache({
    relations,
    references: findReferences(relations, numbered, rows),
    routines: rows.routines.map(routineOf),
    settings: new Map(rows.roles.map(({ role, settings }) => [role, new Map(settings.map(settingOf))])),
  })
}

const relationOf = ({ oid, schema, name, kind, columns }: RelationRow, primaryKey: string[]): Relation => ({
  ...{ oid, schema, name, primaryKey },
  kind: kinds[kind] ?? 'table',
  columns: new Map(
    (columns ?? []).map(([name, type, kind, isNullable, expression]): [string, Column] => [
      name,
      { name, type, kind: kind as ColumnKind, isNullable, default: expression ?? undefined },
    ]),
  ),
})

const settingOf = (setting: string): [string, string] => {
  const equals = setting.indexOf('=')
  return [setting.slice(0, equals), setting.slice(equals + 1)]
}

const volatilities: Record<string, Routine['volatility']> = { v: 'volatile', s: 'stable', i: 'immutable' }

function routineOf(row: RoutineRow): Routine {
  const inputs = row.arg_types
    .map((type, place) => ({ type, mode: row.arg_modes?.[place] ?? 'i', name: row.arg_names?.[place] ?? '' }))
    .filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return {
    schema: row.schema,
    name: row.name,
    args: inputs.map(
      ({ type, mode, name }, place): Argument => ({
        ...{ name, type, isVariadic: mode === 'v' },
        isRequired: place < inputs.length - row.defaults && mode !== 'v',
      }),
    ),
    volatility: volatilities[row.volatility] ?? 'volatile',
    returns: {
      kind: row.returns_void ? 'void' : row.returns_row ? 'row' : 'scalar',
      relation: row.returned_relation ?? undefined,
      isSet: row.is_set,
      isSingle: !row.is_set || row.rows === 1,
    },
    of: row.of ?? undefined,
  }
}
