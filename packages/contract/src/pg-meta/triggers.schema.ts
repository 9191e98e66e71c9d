import { z } from 'zod'

export const MetaTrigger = z
  .object({
    id: z.number().int(),
    table_id: z.number().int(),
    enabled_mode: z.enum(['ORIGIN', 'REPLICA', 'ALWAYS', 'DISABLED']),
    function_args: z.array(z.string()),
    name: z.string(),
    table: z.string(),
    schema: z.string(),
    /** The expression of WHEN. */
    condition: z.string().nullable(),
    orientation: z.enum(['ROW', 'STATEMENT']),
    activation: z.enum(['BEFORE', 'AFTER', 'INSTEAD OF']),
    events: z.array(z.enum(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'])),
    function_name: z.string(),
    function_schema: z.string(),
  })
  .meta({ id: 'MetaTrigger' })
export type MetaTrigger = z.infer<typeof MetaTrigger>
