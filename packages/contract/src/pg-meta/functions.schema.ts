import { z } from 'zod'

export const MetaFunction = z
  .object({
    id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    language: z.string(),
    /** Its body. Empty for functions built into PostgreSQL. */
    definition: z.string(),
    /** Its CREATE OR REPLACE statement; for functions built into PostgreSQL their name in C. */
    complete_statement: z.string(),
    args: z.array(
      z.object({
        mode: z.enum(['in', 'out', 'inout', 'variadic', 'table']),
        /** Empty if it has none. */
        name: z.string(),
        type_id: z.number().int(),
        has_default: z.boolean(),
      }),
    ),
    /** With names and defaults. */
    argument_types: z.string(),
    /** As DROP FUNCTION takes them. */
    identity_argument_types: z.string(),
    return_type_id: z.number().int(),
    return_type: z.string(),
    /** The oid of the table or composite type whose rows it returns. */
    return_type_relation_id: z.number().int().nullable(),
    is_set_returning_function: z.boolean(),
    /** The planner's estimate for a function that returns a set. */
    prorows: z.number().nullable(),
    behavior: z.enum(['IMMUTABLE', 'STABLE', 'VOLATILE']),
    security_definer: z.boolean(),
    /** Settings in effect while it runs. */
    config_params: z.record(z.string(), z.string()).nullable(),
  })
  .meta({ id: 'MetaFunction' })
export type MetaFunction = z.infer<typeof MetaFunction>
