import { z } from 'zod'

export const DatabaseSchema = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    owner: z.string(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'DatabaseSchema' })
export type DatabaseSchema = z.infer<typeof DatabaseSchema>
