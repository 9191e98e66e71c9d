import { z } from 'zod'
import { MetaColumn } from './columns.schema.ts'

/** A column of a foreign key with the column it refers to. */
export const MetaRelationship = z
  .object({
    /** The oid of the constraint. */
    id: z.number().int(),
    constraint_name: z.string(),
    source_schema: z.string(),
    source_table_name: z.string(),
    source_column_name: z.string(),
    target_table_schema: z.string(),
    target_table_name: z.string(),
    target_column_name: z.string(),
  })
  .meta({ id: 'MetaRelationship' })

export const MetaTable = z
  .object({
    id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    rls_enabled: z.boolean(),
    rls_forced: z.boolean(),
    replica_identity: z.enum(['DEFAULT', 'INDEX', 'FULL', 'NOTHING']),
    /** With indexes and out-of-line values. */
    bytes: z.number().int(),
    /** `bytes` as people read it. */
    size: z.string(),
    /** From the cumulative statistics; 0 when there are none. */
    live_rows_estimate: z.number().int(),
    dead_rows_estimate: z.number().int(),
    comment: z.string().nullable(),
    columns: z.array(MetaColumn).optional(),
    /** The columns of the primary key, in its order. */
    primary_keys: z.array(
      z.object({
        table_id: z.number().int(),
        schema: z.string(),
        table_name: z.string(),
        name: z.string(),
      }),
    ),
    /** Foreign keys of this table, and those that refer to it: one for each pair of columns. */
    relationships: z.array(MetaRelationship),
  })
  .meta({ id: 'MetaTable' })
export type MetaTable = z.infer<typeof MetaTable>
