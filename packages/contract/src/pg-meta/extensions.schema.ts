import { z } from 'zod'

/** An extension that can be installed in this database. */
export const MetaExtension = z
  .object({
    name: z.string(),
    /** The schema of its objects, if installed. */
    schema: z.string().nullable(),
    default_version: z.string(),
    /** Null if it is not installed. */
    installed_version: z.string().nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'MetaExtension' })
export type MetaExtension = z.infer<typeof MetaExtension>
