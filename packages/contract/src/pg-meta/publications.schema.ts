import { z } from 'zod'

export const MetaPublication = z
  .object({
    id: z.number().int(),
    name: z.string(),
    owner: z.string(),
    publish_insert: z.boolean(),
    publish_update: z.boolean(),
    publish_delete: z.boolean(),
    publish_truncate: z.boolean(),
    /** Null for all tables. Tables of a schema that is published as a whole are not listed. */
    tables: z.array(z.object({ id: z.number().int(), name: z.string(), schema: z.string() })).nullable(),
  })
  .meta({ id: 'MetaPublication' })
export type MetaPublication = z.infer<typeof MetaPublication>
