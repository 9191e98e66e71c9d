import { z } from 'zod'
import { SchemaName } from './client-types.schema.ts'

/** What a project's Data API offers in one schema, by name, each list sorted. */
export const ApiContents = z
  .object({
    /** The exposed schemas that the database has; the first is meant where a request names none. */
    schemas: z.array(z.string()),
    /** The one that the lists are of; null when none of the exposed ones is there. */
    schema: z.string().nullable(),
    tables: z.array(z.string()),
    views: z.array(z.string()),
    functions: z.array(z.string()),
  })
  .meta({ id: 'ApiContents' })
export type ApiContents = z.infer<typeof ApiContents>

export const ApiContentsQuery = z.object({
  /** The first exposed one when left out. */
  schema: SchemaName.optional(),
})

/** Something of a schema by its name. */
export const ApiEntityQuery = z.object({ schema: SchemaName, name: SchemaName })

const ValueType = {
  /** As PostgreSQL writes it: `numeric(10,2)`, `public.mood`. */
  type: z.string(),
  /** The name of the type under domains and, with `is_list`, of the elements: `int4`, `text`. */
  base_type: z.string(),
  is_list: z.boolean(),
  /** Of an enum, what it can be; empty otherwise. */
  labels: z.array(z.string()),
}

export const ApiColumn = z.object({
  name: z.string(),
  ...ValueType,
  is_nullable: z.boolean(),
  has_default: z.boolean(),
  /** A client may say what it is. */
  is_writable: z.boolean(),
  is_primary: z.boolean(),
  about: z.string().nullable(),
})
export type ApiColumn = z.infer<typeof ApiColumn>

export const ApiReference = z.object({
  columns: z.array(z.string()),
  /** The relation that is referred to, in the same schema, and its columns. */
  relation: z.string(),
  to_columns: z.array(z.string()),
  constraint: z.string(),
  /** More than one way leads from here to there, so that a request has to say which. */
  is_ambiguous: z.boolean(),
})
export type ApiReference = z.infer<typeof ApiReference>

/** A table or view, as a client of the Data API meets it. */
export const ApiRelation = z
  .object({
    schema: z.string(),
    name: z.string(),
    kind: z.enum(['table', 'view']),
    about: z.string().nullable(),
    may_insert: z.boolean(),
    may_update: z.boolean(),
    may_delete: z.boolean(),
    /** Null for what has no row level security, such as a view. */
    has_row_security: z.boolean().nullable(),
    columns: z.array(ApiColumn),
    references: z.array(ApiReference),
  })
  .meta({ id: 'ApiRelation' })
export type ApiRelation = z.infer<typeof ApiRelation>

export const ApiArgument = z.object({
  /** Empty for the one argument that is the whole body of a request. */
  name: z.string(),
  ...ValueType,
  is_required: z.boolean(),
})
export type ApiArgument = z.infer<typeof ApiArgument>

export const ApiFunctionVariant = z.object({
  arguments: z.array(ApiArgument),
  /** As PostgreSQL writes it: `SETOF public.films`. */
  returns: z.string(),
  /** It changes nothing, so that it may be called with GET as well. */
  is_stable: z.boolean(),
  about: z.string().nullable(),
})
export type ApiFunctionVariant = z.infer<typeof ApiFunctionVariant>

/** All functions of one name. */
export const ApiFunction = z
  .object({ schema: z.string(), name: z.string(), variants: z.array(ApiFunctionVariant) })
  .meta({ id: 'ApiFunction' })
export type ApiFunction = z.infer<typeof ApiFunction>
