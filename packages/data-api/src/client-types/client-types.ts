import type { TypeRows } from '@basalt/catalog/data-api/client-shapes.ts'
import type { CatalogRows } from '@basalt/catalog/data-api/schema-rows.ts'
import { buildSchema } from '../schema/build-schema.ts'
import { functionSection } from './function-types.ts'
import { helperTypes } from './helper-types.ts'
import { relationSections } from './relation-types.ts'
import { typeNames, unionOf } from './type-names.ts'
import { byName, type FieldText, indent, keyText, stringText, typeText } from './type-text.ts'

type References = Pick<CatalogRows, 'relations' | 'keys' | 'references' | 'views'>

/**
 * Writes `database.types.ts`, the type argument of supabase-js' `createClient<Database>`. `schemas` are those that the rows
 * were read for; the first is the default of the helper types. The text does not depend on the order of the rows.
 */
export function clientTypes(schemas: readonly string[], rows: TypeRows, references: References): string {
  const names = typeNames(rows.types, new Set(schemas))
  const cache = buildSchema({ ...references, routines: [], casts: [], handlers: [], roles: [] }, [])
  const shapes = new Map(rows.shapes.map((shape) => [shape.oid, shape]))
  const sorted = [...new Set(schemas)].map((name) => ({ name })).sort(byName)

  const schemaField = (schema: string): FieldText => {
    const callables = rows.callables.filter((callable) => callable.schema === schema)
    const own = rows.shapes.filter((shape) => shape.schema === schema)
    return {
      name: schema,
      type: {
        fields: [
          ...relationSections({ names, cache, callables }, own),
          functionSection({ names, shapes }, callables),
          {
            name: 'Enums',
            type: {
              fields: names.enumsIn(schema).map(({ name, labels }) => ({
                name,
                type: unionOf(labels ?? []),
              })),
            },
          },
          {
            name: 'CompositeTypes',
            type: {
              fields: names.compositesIn(schema).map(({ name, oid }) => ({ name, type: names.rowOf(oid) })),
            },
          },
        ],
      },
    }
  }

  const constants = sorted.map(({ name: schema }) => {
    const enums = names
      .enumsIn(schema)
      .map(
        ({ name, labels }) =>
          `${indent(3)}${entryKey(name)}: [${(labels ?? []).map(stringText).join(', ')}],\n`,
      )
    const inner = enums.length === 0 ? '{}' : `{\n${enums.join('')}${indent(2)}}`
    return `${indent(1)}${entryKey(schema)}: {\n${indent(2)}Enums: ${inner},\n${indent(1)}},\n`
  })

  const database: FieldText[] = [
    // Not a schema: the features of the Data API that the client may use.
    { name: '__InternalSupabase', type: { fields: [{ name: 'PostgrestVersion', type: stringText('13') }] } },
    ...sorted.map(({ name }) => schemaField(name)),
  ]
  return [
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]\n',
    `export type Database = ${typeText({ fields: database })}\n`,
    // Without a schema there is no default for the helper types.
    ...(schemas[0] === undefined ? [] : [helperTypes(schemas[0])]),
    `export const Constants = {\n${constants.join('')}} as const\n`,
  ].join('\n')
}

/** A plain `__proto__: …` in an object literal would set the prototype. */
const entryKey = (name: string) => (name === '__proto__' ? '["__proto__"]' : keyText(name))
