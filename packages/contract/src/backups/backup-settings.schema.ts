import { z } from 'zod'

/** What was chosen; null for what the plan decides. */
export const ChosenBackupSettings = z
  .object({
    pitr_enabled: z.boolean(),
    is_synchronous: z.boolean(),
    schedule: z.string().nullable(),
    window_minutes: z.number().int().nullable(),
    keep_days: z.number().int().nullable(),
    keep_count: z.number().int().nullable(),
  })
  .meta({ id: 'BackupSettings' })
export type ChosenBackupSettings = z.infer<typeof ChosenBackupSettings>
