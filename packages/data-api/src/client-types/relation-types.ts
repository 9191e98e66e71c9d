import type { CallableRow, ShapeColumn, ShapeRow } from '@basalt/catalog/data-api/client-shapes.ts'
import type { Reference, Relation } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { isComputed } from './function-types.ts'
import type { TypeNames } from './type-names.ts'
import { orNull } from './type-names.ts'
import { byName, type FieldText, stringText, type TypeText } from './type-text.ts'

interface Known {
  names: TypeNames
  /** For the references between relations. */
  cache: SchemaCache
  callables: readonly CallableRow[]
}

const isView = ({ kind }: ShapeRow) => kind === 'v' || kind === 'm'

/** `Tables` and `Views` of a schema. */
export function relationSections(known: Known, shapes: readonly ShapeRow[]): FieldText[] {
  const sorted = [...shapes].sort(byName)
  const section = (name: string, of: readonly ShapeRow[]): FieldText => ({
    name,
    type: { fields: of.map((shape) => relationField(known, shape)) },
  })
  return [
    section(
      'Tables',
      sorted.filter((shape) => !isView(shape)),
    ),
    section('Views', sorted.filter(isView)),
  ]
}

function relationField({ names, cache, callables }: Known, shape: ShapeRow): FieldText {
  const columns = [...(shape.columns ?? [])].map(columnOf).sort(byName)
  const own = new Set(columns.map(({ name }) => name))
  const computed = callables
    .filter((callable) => callable.of === shape.oid && isComputed(callable) && !own.has(callable.name))
    .map(({ name, returns, about }) => ({ name, about, type: orNull(names.of(returns)) }))
    .sort(byName)
  const relation = cache.relation(shape.schema, shape.name)
  const isWritten = !isView(shape)
  return {
    name: shape.name,
    about: shape.about,
    type: {
      fields: [
        {
          name: 'Row',
          type: {
            fields: [
              ...columns.map(({ name, type, isNullable, about }) => ({
                name,
                about,
                type: isNullable ? orNull(names.of(type)) : names.of(type),
              })),
              ...computed,
            ],
          },
        },
        ...(isWritten || shape.may_insert ? [written('Insert', columns, names)] : []),
        ...(isWritten || shape.may_update ? [written('Update', columns, names)] : []),
        // The client excludes these from `select('*')`, like the Data API.
        ...(computed.length === 0
          ? []
          : [{ name: 'ComputedFields', type: computed.map(({ name }) => stringText(name)).join(' | ') }]),
        { name: 'Relationships', type: relationships(cache, relation) },
      ],
    },
  }
}

const columnOf = ([name, type, isNullable, hasDefault, isGiven, isUpdatable, about]: ShapeColumn) => ({
  name,
  type,
  isNullable,
  hasDefault,
  about,
  /** Whether a client may set it. */
  isWritable: !isGiven && isUpdatable,
})

function written(
  section: 'Insert' | 'Update',
  columns: readonly ReturnType<typeof columnOf>[],
  names: TypeNames,
): FieldText {
  return {
    name: section,
    type: {
      fields: columns.map(({ name, type, isNullable, hasDefault, isWritable }) => ({
        name,
        isOptional: section === 'Update' || isNullable || hasDefault || !isWritable,
        type: !isWritable ? 'never' : isNullable ? orNull(names.of(type)) : names.of(type),
      })),
    },
  }
}

/** References within one schema: only those can be embedded. */
function relationships(cache: SchemaCache, relation: Relation | undefined): TypeText {
  const found = (relation ? cache.referencesFrom(relation) : [])
    .filter(({ to }) => to.schema === relation?.schema)
    .map((reference) => ({
      name: `${reference.constraint}\0${reference.to.name}\0${reference.toColumns.join()}`,
      reference,
    }))
    .sort(byName)
  if (found.length === 0) return '[]'
  return { items: found.map(({ reference }) => relationshipText(reference)) }
}

const relationshipText = ({ constraint, fromColumns, to, toColumns, isUnique }: Reference): TypeText => ({
  fields: [
    { name: 'foreignKeyName', type: stringText(constraint) },
    { name: 'columns', type: tupleText(fromColumns) },
    { name: 'isOneToOne', type: String(isUnique) },
    { name: 'referencedRelation', type: stringText(to.name) },
    { name: 'referencedColumns', type: tupleText(toColumns) },
  ],
})

const tupleText = (names: readonly string[]) => `[${names.map(stringText).join(', ')}]`
