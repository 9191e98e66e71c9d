import { idleLabel, idleMinuteOptions } from '@basalt/contract/sleep/sleep.rules.ts'
import type { SleepSettings } from '@basalt/contract/sleep/sleep.schema.ts'
import type { Option } from '../../../ui/controls/option.ts'

const NEVER = 'never'

/** The option value of an idle time in minutes; null for never. */
export const idleValue = (minutes: number | null) => (minutes === null ? NEVER : String(minutes))

export const idleMinutesIn = (value: string) => (value === NEVER ? null : Number(value))

/** The options, shortest idle time last, including a custom one. */
export function idleOptions({
  idle_minutes,
  default_idle_minutes,
}: Pick<SleepSettings, 'idle_minutes' | 'default_idle_minutes'>): Option<string>[] {
  const minutes = [...new Set([...idleMinuteOptions, ...(idle_minutes === null ? [] : [idle_minutes])])]
  return [null, ...minutes.sort((one, other) => other - one)].map((choice) => {
    const labels = choice === null ? 'Never' : `After ${idleLabel(choice)} without use`
    return {
      value: idleValue(choice),
      label: choice === default_idle_minutes ? `${labels} (default)` : labels,
    }
  })
}
