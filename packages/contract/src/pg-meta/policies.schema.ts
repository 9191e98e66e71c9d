import { z } from 'zod'

export const MetaPolicy = z
  .object({
    id: z.number().int(),
    schema: z.string(),
    table: z.string(),
    table_id: z.number().int(),
    name: z.string(),
    action: z.enum(['PERMISSIVE', 'RESTRICTIVE']),
    /** Names; `public` is everyone. */
    roles: z.array(z.string()),
    command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']),
    /** The expression of USING. */
    definition: z.string().nullable(),
    /** The expression of WITH CHECK. */
    check: z.string().nullable(),
  })
  .meta({ id: 'MetaPolicy' })
export type MetaPolicy = z.infer<typeof MetaPolicy>
