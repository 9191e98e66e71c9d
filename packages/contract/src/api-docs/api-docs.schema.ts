import { z } from 'zod'
import { SchemaName } from './client-types.schema.ts'

/** What a project's Data API offers in one schema: sorted lists of names. */
export const ApiContents = z
  .object({
    /** The exposed schemas that exist; the first is the default. */
    schemas: z.array(z.string()),
    /** The schema described; null when none of the exposed ones exists. */
    schema: z.string().nullable(),
    tables: z.array(z.string()),
    views: z.array(z.string()),
    functions: z.array(z.string()),
  })
  .meta({ id: 'ApiContents' })
export type ApiContents = z.infer<typeof ApiContents>

export const ApiContentsQuery = z.object({
  /** Defaults to the first exposed schema. */
  schema: SchemaName.optional(),
})

export const ApiEntityQuery = z.object({ schema: SchemaName, name: SchemaName })

const ValueType = {
  /** As PostgreSQL writes it: `numeric(10,2)`, `public.mood`. */
  type: z.string(),
  /** The name of the type under domains and, with `is_list`, of the elements: `int4`, `text`. */
  base_type: z.string(),
  is_list: z.boolean(),
  /** The labels of an enum; empty for other types. */
  labels: z.array(z.string()),
}

export const ApiColumn = z.object({
  name: z.string(),
  ...ValueType,
  is_nullable: z.boolean(),
  has_default: z.boolean(),
  /** Whether a client may set it. */
  is_writable: z.boolean(),
  is_primary: z.boolean(),
  about: z.string().nullable(),
})
export type ApiColumn = z.infer<typeof ApiColumn>

export const ApiReference = z.object({
  columns: z.array(z.string()),
  /** The referenced relation, in the same schema, and its columns. */
  relation: z.string(),
  to_columns: z.array(z.string()),
  constraint: z.string(),
  /** Several references lead to that relation, so a request has to name one. */
  is_ambiguous: z.boolean(),
})
export type ApiReference = z.infer<typeof ApiReference>

/** A table or view as the Data API offers it. */
export const ApiRelation = z
  .object({
    schema: z.string(),
    name: z.string(),
    kind: z.enum(['table', 'view']),
    about: z.string().nullable(),
    may_insert: z.boolean(),
    may_update: z.boolean(),
    may_delete: z.boolean(),
    /** Null for relations that cannot have row level security, such as views. */
    has_row_security: z.boolean().nullable(),
    columns: z.array(ApiColumn),
    references: z.array(ApiReference),
  })
  .meta({ id: 'ApiRelation' })
export type ApiRelation = z.infer<typeof ApiRelation>

export const ApiArgument = z.object({
  /** Empty for a single unnamed argument, which takes the whole request body. */
  name: z.string(),
  ...ValueType,
  is_required: z.boolean(),
})
export type ApiArgument = z.infer<typeof ApiArgument>

export const ApiFunctionVariant = z.object({
  arguments: z.array(ApiArgument),
  /** As PostgreSQL writes it: `SETOF public.films`. */
  returns: z.string(),
  /** Stable or immutable: it changes nothing, so GET may call it too. */
  is_stable: z.boolean(),
  about: z.string().nullable(),
})
export type ApiFunctionVariant = z.infer<typeof ApiFunctionVariant>

/** All functions of one name. */
export const ApiFunction = z
  .object({ schema: z.string(), name: z.string(), variants: z.array(ApiFunctionVariant) })
  .meta({ id: 'ApiFunction' })
export type ApiFunction = z.infer<typeof ApiFunction>
