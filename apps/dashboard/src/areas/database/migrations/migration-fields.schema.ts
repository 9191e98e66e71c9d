import { MigrationName } from '@basalt/contract/migrations/migrations.schema.ts'
import { z } from 'zod'

export const MigrationFields = z.object({ name: MigrationName, record: z.boolean() })
export type MigrationFields = z.infer<typeof MigrationFields>
