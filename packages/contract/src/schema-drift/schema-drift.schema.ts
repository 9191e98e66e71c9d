import { z } from 'zod'

/** What differs between a schema and what its migrations make. */
export const SchemaDrift = z
  .object({
    /** Migrations that were applied to an empty database. */
    migrations: z.number().int(),
    /** The SQL that makes the schema of the migrations equal to that of the database; empty when they are equal. */
    statements: z.array(
      z.object({
        sql: z.string(),
        /** Whether running it elsewhere loses rows or objects. */
        is_destructive: z.boolean(),
      }),
    ),
    /** Kinds of objects that are not compared, such as `cast`, and whose numbers differ. */
    not_compared: z.array(z.string()),
  })
  .meta({ id: 'SchemaDrift' })
export type SchemaDrift = z.infer<typeof SchemaDrift>
