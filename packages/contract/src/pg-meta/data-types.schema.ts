import { z } from 'zod'

export const MetaType = z
  .object({
    id: z.number().int(),
    name: z.string(),
    schema: z.string(),
    /** As SQL writes it, without the schema if it is on the search path. */
    format: z.string(),
    /** The labels of an enum, in order. */
    enums: z.array(z.string()),
    /** The fields of a composite type. */
    attributes: z.array(z.object({ name: z.string(), type_id: z.number().int() })),
    comment: z.string().nullable(),
    /** The oid in pg_class of a composite type. */
    type_relation_id: z.number().int().nullable(),
  })
  .meta({ id: 'MetaType' })
export type MetaType = z.infer<typeof MetaType>
