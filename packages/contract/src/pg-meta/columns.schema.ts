import { z } from 'zod'

/** A column of a table, view, materialized view or foreign table. */
export const MetaColumn = z
  .object({
    table_id: z.number().int(),
    schema: z.string(),
    table: z.string(),
    /** `table_id.ordinal_position` */
    id: z.string(),
    /** Its number in pg_attribute: dropped columns leave gaps. */
    ordinal_position: z.number().int(),
    name: z.string(),
    /** An expression: the default, or what a generated column is computed from. */
    default_value: z.string().nullable(),
    /** As in information_schema: `ARRAY` for arrays, `USER-DEFINED` for types outside pg_catalog. */
    data_type: z.string(),
    /** The short name of the type, or of a domain's base type; an array's begins with `_`. */
    format: z.string(),
    is_identity: z.boolean(),
    identity_generation: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
    /** Whether it is computed from other columns, stored or when read. */
    is_generated: z.boolean(),
    is_nullable: z.boolean(),
    is_updatable: z.boolean(),
    /** Whether a unique constraint has this column alone. A primary key does not count. */
    is_unique: z.boolean(),
    /** The labels of an enum, in order. */
    enums: z.array(z.string()),
    /** The expression of the first check constraint that has this column alone. */
    check: z.string().nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'MetaColumn' })
export type MetaColumn = z.infer<typeof MetaColumn>
