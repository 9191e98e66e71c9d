import { z } from 'zod'

export const MetaIndex = z
  .object({
    id: z.number().int(),
    table_id: z.number().int(),
    schema: z.string(),
    number_of_attributes: z.number().int(),
    /** Without included columns. */
    number_of_key_attributes: z.number().int(),
    is_unique: z.boolean(),
    is_primary: z.boolean(),
    is_exclusion: z.boolean(),
    is_immediate: z.boolean(),
    is_clustered: z.boolean(),
    is_valid: z.boolean(),
    check_xmin: z.boolean(),
    is_ready: z.boolean(),
    is_live: z.boolean(),
    is_replica_identity: z.boolean(),
    /** Numbers of the table's columns; 0 for an expression. */
    key_attributes: z.array(z.number().int()),
    /** Oids; 0 for columns without one. */
    collation: z.array(z.number().int()),
    /** Oids of operator classes. */
    class: z.array(z.number().int()),
    /** Bits: 1 descending, 2 nulls first. */
    options: z.array(z.number().int()),
    /** The condition of a partial index, as SQL. */
    index_predicate: z.string().nullable(),
    comment: z.string().nullable(),
    /** Its CREATE INDEX statement. */
    index_definition: z.string(),
    /** btree, hash, gin, … */
    access_method: z.string(),
    /** The index's columns, expressions included, in order. */
    index_attributes: z.array(
      z.object({
        attribute_number: z.number().int(),
        attribute_name: z.string(),
        data_type: z.string(),
      }),
    ),
  })
  .meta({ id: 'MetaIndex' })
export type MetaIndex = z.infer<typeof MetaIndex>
