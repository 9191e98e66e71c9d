import type {
  CastRow,
  CatalogRows,
  ColumnRow,
  NumberedColumns,
  RelationRow,
  RoleRow,
  RoutineRow,
} from '@basalt/catalog/data-api/schema-rows.ts'
import { apiConfigOf } from './api-config.ts'
import { findReferences } from './references.ts'
import type {
  Argument,
  Column,
  ColumnKind,
  Content,
  MediaHandler,
  MutableRelation,
  Relation,
  Representation,
  Routine,
} from './schema.ts'
import { SchemaCache } from './schema-cache.ts'

const BYTEA = 17
const TEXT = 25
const JSON_TYPE = 114
const XML = 142

/** Bits of `pg_relation_is_updatable`: 1 << CmdType. */
const UPDATABLE = 4
const INSERTABLE = 8
const DELETABLE = 16

const kinds: Record<string, Relation['kind']> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
  c: 'composite type',
}

/** The role whose settings configure the Data API. */
const AUTHENTICATOR = 'authenticator'

/** Builds a schema cache from the catalog's rows. */
export function buildSchema(rows: CatalogRows, exposed: readonly string[]): SchemaCache {
  const numbered: NumberedColumns = new Map(
    rows.relations.map(({ oid, columns }) => [
      oid,
      new Map((columns ?? []).map(([name, , , , , number]) => [number, name])),
    ]),
  )
  const primary = new Map(rows.keys.filter(({ is_primary }) => is_primary).map((key) => [key.relation, key]))
  const namesOf = (oid: number, numbers: readonly number[]) =>
    numbers.flatMap((number) => numbered.get(oid)?.get(number) ?? [])
  const representations = representationsOf(rows.casts)
  const relations = rows.relations.map((row) =>
    relationOf(row, namesOf(row.oid, primary.get(row.oid)?.columns ?? []), representations),
  )
  const { references, viewKeys } = findReferences(relations, numbered, rows)
  for (const [view, key] of viewKeys) view.primaryKey = key
  return new SchemaCache({
    relations,
    references,
    exposed,
    settings: settingsByRole(rows.roles),
    routines: rows.routines.map(routineOf),
    handlers: rows.handlers.map(
      ({ media_type, relation, function: name, base }): MediaHandler => ({
        mediaType: media_type,
        relation: relation ?? undefined,
        name,
        content: contentOf(base),
      }),
    ),
    config: apiConfigIn(rows.roles),
  })
}

const settingsByRole = (roles: readonly RoleRow[]) =>
  new Map(roles.map(({ role, settings }) => [role, settingsOf(settings)]))

/** The configuration of the Data API in the database's role settings. */
export const apiConfigIn = (roles: readonly RoleRow[]) =>
  apiConfigOf(settingsByRole(roles).get(AUTHENTICATOR))

const relationOf = (
  { oid, schema, name, kind, writable, columns }: RelationRow,
  primaryKey: string[],
  representations: ReadonlyMap<number, Representation>,
): MutableRelation => ({
  oid,
  schema,
  name,
  primaryKey,
  kind: kinds[kind] ?? 'table',
  columns: new Map((columns ?? []).map((row) => [row[0], columnOf(row, representations)])),
  writable: {
    insert: (writable & INSERTABLE) !== 0,
    update: (writable & UPDATABLE) !== 0,
    delete: (writable & DELETABLE) !== 0,
  },
})

const columnOf = (
  [name, type, kind, isNullable, expression, , oid]: ColumnRow,
  representations: ReadonlyMap<number, Representation>,
): Column => ({
  name,
  type,
  isNullable,
  kind: kind as ColumnKind,
  default: expression ?? undefined,
  representation: representations.get(oid),
})

/** By the oid of the domain. */
function representationsOf(casts: readonly CastRow[]): Map<number, Representation> {
  const found = new Map<number, Representation>()
  const add = (domain: number, more: Partial<Representation>) =>
    found.set(domain, {
      toJson: undefined,
      fromJson: undefined,
      fromText: undefined,
      ...found.get(domain),
      ...more,
    })
  for (const { source, target, function: name } of casts) {
    if (target === JSON_TYPE) add(source, { toJson: name })
    else if (source === JSON_TYPE) add(target, { fromJson: name })
    else if (source === TEXT) add(target, { fromText: name })
  }
  return found
}

const settingsOf = (settings: readonly string[]) => new Map(settings.map(settingOf))

const settingOf = (setting: string): [string, string] => {
  const equals = setting.indexOf('=')
  return [setting.slice(0, equals).toLowerCase(), setting.slice(equals + 1)]
}

const contentOf = (base: number): Content => (base === BYTEA ? 'bytes' : base === XML ? 'xml' : 'other')

const volatilities: Record<string, Routine['volatility']> = { v: 'volatile', s: 'stable', i: 'immutable' }

function routineOf(row: RoutineRow): Routine {
  const all = row.arg_types.map((type, place) => ({
    type,
    kind: row.arg_kinds[place] as ColumnKind,
    mode: row.arg_modes?.[place] ?? 'i',
    name: row.arg_names?.[place] ?? '',
  }))
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const outputs = all.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  const kind = row.returns_void ? 'void' : row.returns_row ? 'row' : 'scalar'
  return {
    schema: row.schema,
    name: row.name,
    args: inputs.map(
      ({ type, mode, name }, place): Argument => ({
        name,
        type,
        isVariadic: mode === 'v',
        isRequired: place < inputs.length - row.defaults && mode !== 'v',
      }),
    ),
    volatility: volatilities[row.volatility] ?? 'volatile',
    settings: settingsOf(row.settings ?? []),
    returns: {
      kind,
      relation: row.returned_relation ?? undefined,
      columns: kind === 'row' && outputs.length > 0 ? outputRow(row, outputs) : undefined,
      mediaType: row.media_type ?? undefined,
      content: contentOf(row.returned_base),
      isSet: row.is_set,
      isSingle: !row.is_set || row.rows === 1,
    },
    of: row.of ?? undefined,
  }
}

/** The output arguments of a function as the columns of a relation. */
function outputRow(
  { schema, name }: RoutineRow,
  outputs: readonly { name: string; type: string; kind: ColumnKind }[],
): Relation {
  const columns = outputs.map(({ name, type, kind }, place): Column => {
    const own = name === '' ? `column${place + 1}` : name
    return { name: own, type, kind, isNullable: true, default: undefined }
  })
  return {
    oid: 0,
    schema,
    name,
    primaryKey: [],
    kind: 'composite type',
    columns: new Map(columns.map((column) => [column.name, column])),
    writable: { insert: false, update: false, delete: false },
  }
}
