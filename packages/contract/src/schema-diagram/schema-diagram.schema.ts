import { z } from 'zod'
import { SchemaName } from '../api-docs/client-types.schema.ts'
import { referentialActions } from '../entities/entities.rules.ts'

export const DiagramQuery = z.object({ schema: SchemaName.default('public') })

export const DiagramColumn = z.object({
  name: z.string(),
  /** As in SQL, such as `character varying(40)`. */
  type: z.string(),
  comment: z.string().nullable(),
  nullable: z.boolean(),
  /** Is it part of the primary key? */
  primary_key: z.boolean(),
  /** Is it unique by itself, other than as the primary key? */
  unique: z.boolean(),
  identity: z.boolean(),
  generated: z.boolean(),
})
export type DiagramColumn = z.infer<typeof DiagramColumn>

export const DiagramForeignKey = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** The table that it refers to, which may be in another schema. `id` is its oid. */
  to: z.object({ id: z.number().int(), schema: z.string(), name: z.string() }),
  to_columns: z.array(z.string()),
  on_update: z.enum(referentialActions),
  on_delete: z.enum(referentialActions),
})
export type DiagramForeignKey = z.infer<typeof DiagramForeignKey>

export const DiagramTable = z.object({
  /** Its oid. */
  id: z.number().int(),
  name: z.string(),
  /** As in pg_class: table, partitioned table, foreign table. */
  kind: z.enum(['r', 'p', 'f']),
  comment: z.string().nullable(),
  rls_enabled: z.boolean(),
  /** In the order of the table; the first of more. */
  columns: z.array(DiagramColumn),
  column_count: z.number().int(),
  foreign_keys: z.array(DiagramForeignKey),
})
export type DiagramTable = z.infer<typeof DiagramTable>

/** The tables of a schema, without partitions, and the foreign keys between them. */
export const SchemaDiagram = z
  .object({
    /** By name; the first of more. */
    tables: z.array(DiagramTable),
    table_count: z.number().int(),
  })
  .meta({ id: 'SchemaDiagram' })
export type SchemaDiagram = z.infer<typeof SchemaDiagram>

export const SchemaSql = z.object({ sql: z.string() })
