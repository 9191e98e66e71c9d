import { z } from 'zod'

export const CatalogueRelation = z.object({
  schema: z.string(),
  name: z.string(),
  /** `pg_class.relkind`: table, view, materialized view, foreign table, partitioned table. */
  kind: z.enum(['r', 'v', 'm', 'f', 'p']),
  /** Names and types in order. */
  columns: z.array(z.tuple([z.string(), z.string()])),
})
export type CatalogueRelation = z.infer<typeof CatalogueRelation>

export const CatalogueFunction = z.object({
  schema: z.string(),
  name: z.string(),
  arguments: z.string(),
  /** Empty for a procedure. */
  returns: z.string(),
  /** Immutable and stable functions change nothing. */
  volatility: z.enum(['i', 's', 'v']),
})
export type CatalogueFunction = z.infer<typeof CatalogueFunction>

/** The names that SQL in a project can use: all relations with their columns, and functions except PostgreSQL's own. */
export const SchemaCatalogue = z
  .object({
    relations: z.array(CatalogueRelation),
    functions: z.array(CatalogueFunction),
  })
  .meta({ id: 'SchemaCatalogue' })
export type SchemaCatalogue = z.infer<typeof SchemaCatalogue>
