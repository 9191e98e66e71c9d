import type { Column, Relation } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

/** Objects of a schema with their comments and the caller's privileges. */
export interface SchemaDescription {
  about: string | null
  relations: {
    name: string
    about: string | null
    columns: Record<string, string> | null
    may: Record<'select' | 'insert' | 'update' | 'delete', boolean>
  }[]
  routines: { name: string; about: string | null }[]
}

/** Describes as an OpenAPI 2.0 document what the caller may do in a schema. */
export function openApi(
  cache: SchemaCache,
  schema: string,
  { about, relations, routines }: SchemaDescription,
) {
  const allowed = relations.flatMap((one) => {
    const relation = cache.relation(schema, one.name)
    return relation && Object.values(one.may).some(Boolean) ? [{ ...one, relation }] : []
  })
  const callable = routines.filter(({ name }) => cache.routines(schema, name).length > 0)
  return {
    swagger: '2.0',
    info: { title: about ?? 'Data API', version: '1' },
    consumes: ['application/json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: {
      '/': {
        get: { tags: ['Introspection'], summary: 'This document', responses: { 200: { description: 'OK' } } },
      },
      ...Object.fromEntries(allowed.map((one) => [`/${one.name}`, pathOf(one)])),
      ...Object.fromEntries(
        callable.map(({ name, about }) => [`/rpc/${name}`, callOf(cache, schema, name, about)]),
      ),
    },
    definitions: Object.fromEntries(
      allowed.map(({ name, about, columns, relation }) => [
        name,
        definitionOf(cache, relation, about, columns ?? {}),
      ]),
    ),
  }
}

const verbs = { select: 'get', insert: 'post', update: 'patch', delete: 'delete' } as const
const successes = { select: '200', insert: '201', update: '204', delete: '204' } as const

function pathOf({
  name,
  about,
  may,
  relation,
}: SchemaDescription['relations'][number] & { relation: Relation }) {
  const filters = [...relation.columns.keys()].map((column) => ({
    name: column,
    in: 'query',
    required: false,
    type: 'string',
  }))
  const body = { name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }
  const of = (verb: keyof typeof verbs) => [
    ...(verb === 'insert' ? [] : filters),
    ...(verb === 'insert' || verb === 'update' ? [body] : []),
  ]
  return Object.fromEntries(
    (Object.keys(verbs) as (keyof typeof verbs)[])
      .filter((verb) => may[verb])
      .map((verb) => [
        verbs[verb],
        {
          tags: [name],
          ...(about && { summary: about }),
          parameters: of(verb),
          responses: { [successes[verb]]: { description: 'OK' } },
        },
      ]),
  )
}

function callOf(cache: SchemaCache, schema: string, name: string, about: string | null) {
  const args = cache.routines(schema, name)[0]!.args.filter((arg) => arg.name !== '')
  const properties = Object.fromEntries(args.map((arg) => [arg.name, typeOf(arg.type)]))
  const required = args.filter((arg) => arg.isRequired).map((arg) => arg.name)
  return {
    post: {
      tags: [`(rpc) ${name}`],
      ...(about && { summary: about }),
      parameters: [
        {
          name: 'args',
          in: 'body',
          required: required.length > 0,
          schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
        },
      ],
      responses: { 200: { description: 'OK' } },
    },
  }
}

function definitionOf(
  cache: SchemaCache,
  relation: Relation,
  about: string | null,
  comments: Record<string, string>,
) {
  const columns = [...relation.columns.values()]
  const required = columns.filter((column) => !column.isNullable && column.default === undefined)
  const noteOf = (column: Column) => {
    const reference = cache
      .referencesFrom(relation)
      .find(({ fromColumns }) => fromColumns.length === 1 && fromColumns[0] === column.name)
    return [
      ...(comments[column.name] ? [comments[column.name]] : []),
      ...(relation.primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
      ...(reference
        ? [
            `This is a Foreign Key to \`${reference.to.name}.${reference.toColumns[0]}\`.<fk table='${reference.to.name}' column='${reference.toColumns[0]}'/>`,
          ]
        : []),
    ].join('\n')
  }
  return {
    type: 'object',
    ...(about && { description: about }),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    properties: Object.fromEntries(
      columns.map((column) => {
        const description = noteOf(column)
        return [column.name, { ...typeOf(column.type), ...(description && { description }) }]
      }),
    ),
  }
}

const jsonTypes: Record<string, string> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
}

function typeOf(type: string): object {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)), format: type }
  const bare = type.replace(/\(.*\)/, '')
  if (bare === 'json' || bare === 'jsonb') return { format: type }
  return { type: jsonTypes[bare] ?? 'string', format: type }
}
