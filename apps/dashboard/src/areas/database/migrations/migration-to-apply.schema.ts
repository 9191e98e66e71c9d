import { MIGRATION_SQL_MAX } from '@basalt/contract/migrations/migrations.rules.ts'
import { MigrationName, MigrationVersion } from '@basalt/contract/migrations/migrations.schema.ts'
import { z } from 'zod'

export const MigrationToApply = z.object({
  name: MigrationName,
  version: z.union([z.literal(''), MigrationVersion]),
  sql: z
    .string()
    .refine((sql) => sql.trim() !== '', 'Enter the SQL or choose a file')
    .max(MIGRATION_SQL_MAX),
  way: z.enum(['apply', 'mark']),
})
export type MigrationToApply = z.output<typeof MigrationToApply>
export type MigrationToApplyInput = z.input<typeof MigrationToApply>

/** What the server expects. */
export const toRun = ({ name, version, sql }: MigrationToApply) => ({
  name,
  sql,
  ...(version !== '' && { version }),
})
