import { z } from 'zod'
import { IDLE_MINUTES_MAX, IDLE_MINUTES_MIN } from './sleep.rules.ts'

/** Null for never. */
const IdleMinutes = z
  .number('Enter a number of minutes, or null for never')
  .int('Whole minutes only')
  .min(IDLE_MINUTES_MIN, `At least ${IDLE_MINUTES_MIN} minute`)
  .max(IDLE_MINUTES_MAX, `At most ${IDLE_MINUTES_MAX} minutes`)
  .nullable()

export const SleepSettings = z
  .object({
    /** Idle minutes after which the project falls asleep; null for never. */
    idle_minutes: IdleMinutes,
    /** The default for this project. */
    default_idle_minutes: IdleMinutes,
    /** Null while it is awake. */
    asleep_since: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SleepSettings' })
export type SleepSettings = z.infer<typeof SleepSettings>

export const SleepSettingsChange = z.strictObject({ idle_minutes: IdleMinutes })
export type SleepSettingsChange = z.infer<typeof SleepSettingsChange>
