import { z } from 'zod'

export const MetaRole = z
  .object({
    id: z.number().int(),
    name: z.string(),
    is_superuser: z.boolean(),
    can_create_db: z.boolean(),
    can_create_role: z.boolean(),
    inherit_role: z.boolean(),
    can_login: z.boolean(),
    is_replication_role: z.boolean(),
    can_bypass_rls: z.boolean(),
    active_connections: z.number().int(),
    /** The server's for a role without one. */
    connection_limit: z.number().int(),
    /** Always asterisks: PostgreSQL tells no one. */
    password: z.string(),
    /** A timestamp as PostgreSQL prints it. */
    valid_until: z.string().nullable(),
    /** Settings of ALTER ROLE … SET. */
    config: z.record(z.string(), z.string()).nullable(),
  })
  .meta({ id: 'MetaRole' })
export type MetaRole = z.infer<typeof MetaRole>
