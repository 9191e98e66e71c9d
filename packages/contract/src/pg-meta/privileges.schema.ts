import { z } from 'zod'

const Grant = {
  grantor: z.string(),
  /** `PUBLIC` is everyone. */
  grantee: z.string(),
}

/** The privileges on a table or view as a whole, including its owner's. */
export const MetaTablePrivileges = z
  .object({
    relation_id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    kind: z.enum(['table', 'view', 'materialized_view', 'foreign_table', 'partitioned_table']),
    privileges: z.array(
      z.object({
        ...Grant,
        privilege_type: z.enum([
          'SELECT',
          'INSERT',
          'UPDATE',
          'DELETE',
          'TRUNCATE',
          'REFERENCES',
          'TRIGGER',
          'MAINTAIN',
        ]),
        is_grantable: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'MetaTablePrivileges' })
export type MetaTablePrivileges = z.infer<typeof MetaTablePrivileges>

/** The privileges on a column: its own, and those on its table or view. */
export const MetaColumnPrivileges = z
  .object({
    /** `oid of the table.number of the column` */
    column_id: z.string(),
    relation_schema: z.string(),
    relation_name: z.string(),
    column_name: z.string(),
    privileges: z.array(
      z.object({
        ...Grant,
        privilege_type: z.enum(['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']),
        is_grantable: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'MetaColumnPrivileges' })
export type MetaColumnPrivileges = z.infer<typeof MetaColumnPrivileges>
